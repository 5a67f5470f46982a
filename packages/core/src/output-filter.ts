/** The output filter: a second entry of this package. */
export {
  createOutputFilter,
  type FilteredOutput,
  filterOutput,
  type OutputFilter,
  type OutputFilterOptions,
} from './lib/guard/output/output-filter.ts'
export type { OutputFinding, OutputFindingKind } from './lib/guard/output/output-finding.ts'

import type { Diagnostic, GuardPolicyConfig } from '@onesoul/core'
import { GUARD_POLICY_SCHEMA } from '../config/schema.ts'
import { validateConfig } from '../config/validate-config.ts'
import { readYamlSource } from '../config/yaml-source.ts'

export interface ParsedPolicy {
  /** `null` when there is an error. */
  readonly policy: GuardPolicyConfig | null
  readonly diagnostics: readonly Diagnostic[]
}

/** Parses a file that holds what `guard.policy` may hold. `file` is its name, for messages. */
export function parsePolicy(text: string, file: string): ParsedPolicy {
  const source = readYamlSource(text, { root: 'config', path: file })
  if (source.diagnostics.length > 0) return { policy: null, diagnostics: source.diagnostics }
  const { locate } = source
  const { value, diagnostics } = validateConfig(source.data ?? {}, {
    schema: GUARD_POLICY_SCHEMA,
    file,
    locate,
  })
  return { policy: value, diagnostics }
}

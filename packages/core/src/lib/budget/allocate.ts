/** Code points; below this a cut section says too little to be worth its marker. */
export const USEFUL_MINIMUM = 400

/** Code points and estimated tokens. */
export interface BudgetSize {
  readonly chars: number
  readonly tokens: number
}

/** One section that asks for room, with the size that it has whole. */
export interface BudgetItem extends BudgetSize {
  readonly id: string
  /** Higher is kept longer. Of equal priorities the later item is kept longer, as the nearest file of a chain must be. */
  readonly priority: number
  /** Never cut or dropped. */
  readonly required: boolean
  /** Code points; given less room than this, the section is dropped instead of cut. `Infinity`: never cut. */
  readonly minimum: number
  /** Whether its code points count to `BudgetLimits.total`. */
  readonly countsToTotal: boolean
  /** Whether its code points count to `BudgetLimits.project`. */
  readonly countsToProject: boolean
}

/** Upper limits; `null`: no limit. */
export interface BudgetLimits {
  /** Code points of the items that count to the total. */
  readonly total: number | null
  /** Code points of the items that count to the project. */
  readonly project: number | null
  /** Estimated tokens of all items. */
  readonly tokens: number | null
}

/** A limit by its name in the configuration. */
export type LimitName = keyof BudgetLimits

/** What the budget grants to one section, and the limit that took the rest. */
export type Grant =
  | { readonly id: string; readonly action: 'keep' }
  | {
      readonly id: string
      readonly action: 'shrink'
      readonly maxChars: number
      readonly limit: LimitName
    }
  | { readonly id: string; readonly action: 'drop'; readonly limit: LimitName }

/** Why the required sections cannot be granted their room. */
export interface BudgetRefusal {
  readonly exceeded: readonly {
    readonly limit: LimitName
    readonly max: number
    readonly needed: number
  }[]
  /** The required sections that count to an exceeded limit, largest first. */
  readonly items: readonly {
    readonly id: string
    readonly chars: number
    readonly tokens: number
  }[]
}

/** What each section gets, or why nothing can be delivered. */
export interface Allocation {
  /** One for each item, in their order; empty when refused. */
  readonly grants: readonly Grant[]
  readonly refusal: BudgetRefusal | null
}

/** The size that a section has after it was cut to `maxChars` code points. */
export type MeasureCut = (id: string, maxChars: number) => BudgetSize

/**
 * Divides budgets among sections. Required ones are granted whole, or all is
 * refused. The others are granted room from the highest priority down: whole
 * while they fit, else what is left, else nothing; a smaller section further
 * down still gets what it fits into. The sizes of all grants together never
 * exceed a limit, as long as the caller cuts as `measure` measured.
 */
export function allocate(
  items: readonly BudgetItem[],
  limits: BudgetLimits,
  measure: MeasureCut,
): Allocation {
  const required = items.filter((item) => item.required)
  const refusal = refuse(required, limits)
  if (refusal) return { grants: [], refusal }
  let room = takeAll(fullRoom(limits), required)
  const granted = new Map<BudgetItem, Grant>()
  for (const item of byImportance(items)) {
    const { grant, size } = grantRoom(item, room, measure)
    granted.set(item, grant)
    room = take(room, item, size)
  }
  const grants = items.map((item) => granted.get(item) ?? { id: item.id, action: 'keep' as const })
  return { grants, refusal: null }
}

/** What is left of each limit. */
type Room = Readonly<Record<LimitName, number>>

const NOTHING: BudgetSize = { chars: 0, tokens: 0 }

function fullRoom(limits: BudgetLimits): Room {
  const { total, project, tokens } = limits
  return { total: total ?? Infinity, project: project ?? Infinity, tokens: tokens ?? Infinity }
}

function take(room: Room, item: BudgetItem, size: BudgetSize): Room {
  return {
    total: room.total - (item.countsToTotal ? size.chars : 0),
    project: room.project - (item.countsToProject ? size.chars : 0),
    tokens: room.tokens - size.tokens,
  }
}

function takeAll(room: Room, items: readonly BudgetItem[]): Room {
  return items.reduce((left, item) => take(left, item, item), room)
}

function refuse(required: readonly BudgetItem[], limits: BudgetLimits): BudgetRefusal | null {
  const full = fullRoom(limits)
  const left = takeAll(full, required)
  const names = (['total', 'project', 'tokens'] as const).filter((limit) => left[limit] < 0)
  if (names.length === 0) return null
  const counts = (item: BudgetItem): boolean =>
    names.some((limit) => take(full, item, { chars: 1, tokens: 1 })[limit] < full[limit])
  return {
    exceeded: names.map((limit) => ({
      limit,
      max: full[limit],
      needed: full[limit] - left[limit],
    })),
    items: required
      .filter(counts)
      .map(({ id, chars, tokens }) => ({ id, chars, tokens }))
      .sort((a, b) => b.chars - a.chars),
  }
}

function byImportance(items: readonly BudgetItem[]): readonly BudgetItem[] {
  return items
    .filter((item) => !item.required)
    .reverse()
    .sort((a, b) => b.priority - a.priority)
}

function grantRoom(
  item: BudgetItem,
  room: Room,
  measure: MeasureCut,
): { readonly grant: Grant; readonly size: BudgetSize } {
  const { id } = item
  const chars = charRoom(item, room)
  if (item.chars <= chars.left && item.tokens <= room.tokens) {
    return { grant: { id, action: 'keep' }, size: item }
  }
  let limit = item.chars > chars.left ? chars.limit : 'tokens'
  let maxChars = Math.min(chars.left, item.chars - 1)
  while (maxChars >= Math.max(item.minimum, 1)) {
    const size = measure(id, maxChars)
    if (size.chars <= chars.left && size.tokens <= room.tokens) {
      return { grant: { id, action: 'shrink', maxChars, limit }, size }
    }
    limit = 'tokens'
    // At least a sixteenth less each time, because a shorter cut need not have fewer tokens.
    const scaled = Math.floor((maxChars * Math.max(room.tokens, 0)) / Math.max(size.tokens, 1))
    maxChars = Math.min(scaled, maxChars - Math.ceil(maxChars / 16))
  }
  return { grant: { id, action: 'drop', limit }, size: NOTHING }
}

function charRoom(
  item: BudgetItem,
  room: Room,
): { readonly left: number; readonly limit: LimitName } {
  const total = item.countsToTotal ? room.total : Infinity
  const project = item.countsToProject ? room.project : Infinity
  return project < total ? { left: project, limit: 'project' } : { left: total, limit: 'total' }
}

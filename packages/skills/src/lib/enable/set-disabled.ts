import { join } from 'node:path'
import { readFileSafely, writeFileSafely } from '@onesoul/disk'
import { type Document, isMap, isScalar, isSeq, parseDocument } from 'yaml'
import { SkillsError } from '../skills-error.ts'

export interface DisabledEdit {
  /** Names that were changed by it. */
  readonly changed: readonly string[]
  /** `skills.disabled` as it is now. */
  readonly disabled: readonly string[]
}

/**
 * Adds names to `skills.disabled` of a home's `config.yaml`, or takes them out.
 * Comments, order and everything else of the file stay; a missing key is made.
 *
 * @throws SkillsError `state-unusable` when the file cannot be edited
 */
export async function setDisabled(
  home: string,
  names: readonly string[],
  disabled: boolean,
): Promise<DisabledEdit> {
  const path = join(home, 'config.yaml')
  const found = await readFileSafely(path, { roots: [home] })
  if (found.outcome === 'failed') {
    throw new SkillsError('state-unusable', found.message.replace(/\.$/, ''))
  }
  const text = found.outcome === 'content' ? new TextDecoder().decode(found.bytes) : ''
  const edit = editDisabled(text, names, disabled)
  if (edit.changed.length > 0) {
    const expectedSha256 = found.outcome === 'content' ? found.sha256 : null
    await writeFileSafely(path, edit.text, { roots: [home], expectedSha256 })
  }
  return { changed: edit.changed, disabled: edit.disabled }
}

/** The same on the text of the file. */
export function editDisabled(
  text: string,
  names: readonly string[],
  disabled: boolean,
): DisabledEdit & { readonly text: string } {
  const document = parseDocument(text, { schema: 'core', version: '1.2' })
  if (document.errors.length > 0) throw uneditable('it is no readable YAML')
  const before = readDisabled(document)
  const changed = [...new Set(names)].filter((name) => before.includes(name) !== disabled)
  if (changed.length === 0) return { text, changed, disabled: before }
  const after = disabled
    ? [...before, ...changed]
    : before.filter((name) => !changed.includes(name))
  if (!isMap(document.get('skills', true))) document.set('skills', document.createNode({}))
  const list = document.getIn(['skills', 'disabled'], true)
  if (!isSeq(list)) document.setIn(['skills', 'disabled'], document.createNode(after))
  else if (disabled) for (const name of changed) list.add(document.createNode(name))
  else
    list.items = list.items.filter(
      (item) => !changed.includes(String(isScalar(item) ? item.value : item)),
    )
  return { text: document.toString({ lineWidth: 0 }), changed, disabled: after }
}

function readDisabled(document: Document): readonly string[] {
  const { contents } = document
  if (contents === null || (isScalar(contents) && contents.value === null)) return []
  if (!isMap(contents)) throw uneditable('it is no mapping of keys to values')
  const skills = document.get('skills', true)
  if (skills === undefined || (isScalar(skills) && skills.value === null)) return []
  if (!isMap(skills)) throw uneditable('`skills` is no mapping')
  const list = skills.get('disabled', true)
  if (list === undefined || (isScalar(list) && list.value === null)) return []
  if (!isSeq(list)) throw uneditable('`skills.disabled` is no list')
  return list.items.map((item) => String(isScalar(item) ? item.value : item))
}

function uneditable(why: string): SkillsError {
  return new SkillsError('state-unusable', `config.yaml cannot be edited: ${why}`, {
    hints: ['`onesoul config validate` says where'],
  })
}

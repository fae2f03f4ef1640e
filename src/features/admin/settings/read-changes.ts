import { Unprocessable } from '../../../kernel/base/errors.ts'
import type { SettingChanges } from '../../instance/change-settings.ts'
import {
  isTextSetting,
  readSetting,
  settingText,
  type TextSettingName,
} from '../../instance/setting-values.ts'
import { DEFAULT_SETTINGS } from '../../instance/settings.ts'

interface Problem {
  error: 'ERR_UNKNOWN' | 'ERR_INVALID'
  /** follows the setting's name */
  description: string
}

/**
 * Reads new values of settings from a request.
 *
 * @param now ms since 1970: the new date of changed documents
 * @throws Unprocessable with the errors of each, in `details` (S-272); then none may be changed
 */
export function readChanges(body: unknown, now: number): SettingChanges {
  const read = Object.entries((body ?? {}) as object).map(
    ([name, value]) =>
      [name, isTextSetting(name) ? readOne(name, value, now) : noneSuch(name)] as const,
  )
  refuse(read.flatMap(([name, one]) => ('problem' in one ? [[name, one.problem]] : [])))
  const values = read.flatMap(([name, one]) => ('value' in one ? [[name, one.value]] : []))
  return Object.fromEntries(values) as SettingChanges
}

type Read = { value: unknown } | { problem: Problem }

function noneSuch(name: string): Read {
  return Object.hasOwn(DEFAULT_SETTINGS, name)
    ? invalid(`is a picture: send it to settings/${name}`)
    : { problem: { error: 'ERR_UNKNOWN', description: 'is no setting' } }
}

function readOne(name: TextSettingName, value: unknown, now: number): Read {
  const text = settingText(value)
  if (text === null) return invalid('has a value of the wrong form')
  try {
    return { value: readSetting(name, text, now) }
  } catch (error) {
    if (!(error instanceof Unprocessable)) throw error
    return invalid(error.message.replace(`${name} `, ''))
  }
}

function invalid(description: string): Read {
  return { problem: { error: 'ERR_INVALID', description } }
}

function refuse(problems: readonly (readonly [string, Problem])[]): void {
  if (problems.length === 0) return
  const said = problems.map(([name, { description }]) => `${name} ${description}`)
  const details = Object.fromEntries(problems.map(([name, problem]) => [name, [problem]]))
  throw new Unprocessable(`Validation failed: ${said.join(', ')}`, { body: { details } })
}

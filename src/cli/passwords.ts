import { randomInt } from 'node:crypto'
import { InvalidFields } from '../features/accounts/field-errors.ts'
import { passwordProblem } from '../features/identity/password-changes.ts'
import { hashPassword } from '../features/identity/passwords.ts'
import type { App } from '../kernel/core/app.ts'

/** Without letters and digits that look alike. */
const CHARACTERS = 'abcdefghijkmnpqrstuvwxyz23456789'
const LENGTH = 20

/** A random password that is easy to type. */
export function makePassword(): string {
  return Array.from({ length: LENGTH }, () => CHARACTERS[randomInt(CHARACTERS.length)]).join('')
}

/** @throws InvalidFields if the password is not acceptable */
export async function hashGivenPassword(app: App, password: string): Promise<string> {
  const problem = passwordProblem(password)
  if (problem !== null) throw new InvalidFields({ password: [problem] })
  return hashPassword(app.config, password)
}

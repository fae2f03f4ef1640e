import { randomInt } from 'node:crypto'
import { InvalidFields } from '../accounts/field-errors.ts'
import type { App } from '../app.ts'
import { passwordProblem } from '../oauth/password-changes.ts'
import { hashPassword } from '../oauth/passwords.ts'

/** Without letters and digits that look alike. */
const CHARACTERS = 'abcdefghijkmnpqrstuvwxyz23456789'
const LENGTH = 20

/** A password that nobody guesses and everybody can type. */
export function makePassword(): string {
  return Array.from({ length: LENGTH }, () => CHARACTERS[randomInt(CHARACTERS.length)]).join('')
}

/** @throws InvalidFields if it cannot be a password */
export async function hashGivenPassword(app: App, password: string): Promise<string> {
  const problem = passwordProblem(password)
  if (problem !== null) throw new InvalidFields({ password: [problem] })
  return hashPassword(app.config, password)
}

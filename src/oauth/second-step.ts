import type { App } from '../app.ts'
import type { Tx } from '../transact.ts'
import { findChallenge, putChallenge, takeChallenge } from './challenges.ts'
import { codeTaker } from './two-factor/two-factor.ts'

/** What a form brings to go on with signing in. */
export interface StepProof {
  browser: string
  /** of `startSecondStep` */
  token: string
}

/**
 * Notes that a browser gave the right password of a user and owes the second factor (A49).
 * @returns what its next form carries
 */
export function startSecondStep(app: App, userId: string, browser: string): Promise<string> {
  return app.transact((tx) => putChallenge(tx, { purpose: 'second_step', browser }, userId))
}

/** @returns id of the user whose password was right, or null if it was none, or too long ago */
export async function findSecondStep(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  { browser, token }: StepProof,
): Promise<string | null> {
  const step = await findChallenge({ db, now: clock() }, { purpose: 'second_step', browser }, token)
  return step?.userId ?? null
}

/** @returns false if it was ended before: it admits once */
export async function endSecondStep(tx: Tx, { browser, token }: StepProof): Promise<boolean> {
  return (await takeChallenge(tx, { purpose: 'second_step', browser }, token)) !== null
}

/** Takes the code that completes a step, once. @returns false if it is wrong or was used before */
export async function completeWithCode(
  app: App,
  proof: StepProof,
  { userId, code }: { userId: string; code: string },
): Promise<boolean> {
  const takeCode = await codeTaker(app)
  return app.transact(
    async (tx) => (await takeCode(tx, userId, code)) && (await endSecondStep(tx, proof)),
  )
}

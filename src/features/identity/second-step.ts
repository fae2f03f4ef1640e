import type { App } from '../../kernel/core/app.ts'
import type { Tx } from '../../kernel/core/tx.ts'
import { findChallenge, putChallenge, takeChallenge } from './challenges.ts'
import { codeTaker } from './two-factor/two-factor.ts'

/** The form data that continue a sign-in. */
export interface StepProof {
  browser: string
  /** from `startSecondStep` */
  token: string
}

/**
 * Records that a browser gave the right password of a user and still needs the second factor (A49).
 * @returns the token for its next form
 */
export function startSecondStep(app: App, userId: string, browser: string): Promise<string> {
  return app.transact((tx) => putChallenge(tx, { purpose: 'second_step', browser }, userId))
}

/** @returns id of the user who gave the password, or null if the step is unknown or expired */
export async function findSecondStep(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  { browser, token }: StepProof,
): Promise<string | null> {
  const step = await findChallenge({ db, now: clock() }, { purpose: 'second_step', browser }, token)
  return step?.userId ?? null
}

/** @returns false if the step was ended before: it admits once */
export async function endSecondStep(tx: Tx, { browser, token }: StepProof): Promise<boolean> {
  return (await takeChallenge(tx, { purpose: 'second_step', browser }, token)) !== null
}

/** Checks the code that completes a step, once. @returns false if it is wrong or used */
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

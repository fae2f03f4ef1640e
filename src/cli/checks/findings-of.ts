import { type Finding, fail, reasonOf } from '../../features/health/finding.ts'

/** A check that cannot go on says why, and the others follow. */
export async function findingsOf(
  check: () => Promise<readonly Finding[]>,
): Promise<readonly Finding[]> {
  try {
    return await check()
  } catch (error) {
    return [brokenOff(error)]
  }
}

export const brokenOff = (error: unknown): Finding =>
  fail(`A check broke off: ${reasonOf(error)}`, 'Mend that, and check again')

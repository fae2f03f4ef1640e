import type { FastifyReply } from 'fastify'
import { offerPasskeySignIn, usePasskey } from '../../../features/identity/passkeys/passkeys.ts'
import type { Answer } from '../../../features/identity/passkeys/webauthn.ts'
import { endSecondStep, findSecondStep } from '../../../features/identity/second-step.ts'
import {
  barrierTo,
  findSignInUser,
  type LetIn,
  letsIn,
  type SignInRefusal,
} from '../../../features/identity/sign-in.ts'
import type { App } from '../../../kernel/core/app.ts'
import { spendKey } from '../../../kernel/http/rate-limits/limiter.ts'
import type { Server } from '../../../kernel/http/routes.ts'
import { browserOf, type FrontDoor } from '../frame/visitor.ts'
import { type Call, formRoute, textOf } from '../pages.ts'
import { passkeyAnswer } from './passkey-forms.ts'

export type PasskeyRefusal = SignInRefusal | 'passkey'

interface PasskeySignIn {
  /** signs in the user whose passkey was verified */
  admit(call: Call, userId: string, refusal: LetIn | null): Promise<FastifyReply>
  refuse(call: Call, refusal: Exclude<PasskeyRefusal, LetIn>): Promise<FastifyReply>
}

/** Sign-in with a passkey, alone or as the second factor after the password. */
export function passkeySignIn(
  server: Server,
  app: App,
  { door, admit, refuse }: PasskeySignIn & { door: FrontDoor },
): void {
  formRoute(server, door, {
    url: '/auth/sign_in/passkey/options',
    limits: ['sign_in'],
    async submit(call) {
      const { reply, visitor, request } = call
      const browser = browserOf(visitor)
      const step = textOf(request.body, 'sign_in_step')
      const userId = step === '' ? null : await findSecondStep(app, { browser, token: step })
      reply.header('cache-control', 'private, no-store')
      return reply.send(await offerPasskeySignIn(app, userId, browser))
    },
  })

  formRoute(server, door, {
    url: '/auth/sign_in/passkey',
    limits: ['sign_in'],
    async submit(call) {
      const answer = passkeyAnswer(call.request.body)
      const userId = answer === null ? null : await ownerOf(app, call, answer)
      const user = userId === null ? null : await findSignInUser(app.db, userId)
      if (user === null) return refuse(call, 'passkey')
      const refusal = barrierTo(user)
      return letsIn(refusal) ? admit(call, user.id, refusal) : refuse(call, refusal)
    },
  })
}

/** @returns id of the passkey's user; after a password, only if it is the user of that password */
async function ownerOf(app: App, { request, visitor }: Call, answer: Answer) {
  const browser = browserOf(visitor)
  const token = textOf(request.body, 'sign_in_step')
  if (token === '') return usePasskey(app, { answer, browser, userId: null })
  const userId = await findSecondStep(app, { browser, token })
  if (userId === null) return null
  await spendKey(request, 'two_factor', userId)
  const owner = await usePasskey(app, { answer, browser, userId })
  if (owner === null) return null
  return (await app.transact((tx) => endSecondStep(tx, { browser, token }))) ? owner : null
}

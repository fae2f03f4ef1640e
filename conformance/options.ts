import { parseArgs } from 'node:util'

export const HELP = `npm run conformance -- [OPTION…]

Walks every operation of docs/spec/surface.tsv on a running server and prints what it finds.
Without --base it starts a server of its own on a fresh database.

  --base URL               a running server to walk instead; use one that nobody needs
  --account NAME:PASSWORD  on that server, five times: people that the walk may do anything with, the
                           last one with the role Owner
  --openapi FILE           shapes of Mastodon's entities (mastodon-openapi.json); also MASTODON_OPENAPI
  --only TEXT              only operations that contain this text
  --write FILE             write the tables to a file as well
  --help`

export interface Options {
  base: string | null
  accounts: { name: string; password: string }[]
  /** null: look in the usual place */
  openApi: string | null
  only: string | null
  write: string | null
  help: boolean
}

/** A requirement of the walk is missing or unusable; the message is one line. */
export class UsageError extends Error {}

/** @throws UsageError */
export function readOptions(args: string[], env: NodeJS.ProcessEnv): Options {
  const { values } = parse(args)
  const accounts = (values.account ?? []).map(readAccount)
  if (values.base !== undefined && accounts.length < 5 && !values.help) {
    throw new UsageError('--base needs five accounts: --account NAME:PASSWORD, five times')
  }
  return {
    base: values.base ?? null,
    accounts,
    openApi: values.openapi ?? env.MASTODON_OPENAPI ?? null,
    only: values.only ?? null,
    write: values.write ?? null,
    help: values.help ?? false,
  }
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      options: {
        base: { type: 'string' },
        account: { type: 'string', multiple: true },
        openapi: { type: 'string' },
        only: { type: 'string' },
        write: { type: 'string' },
        help: { type: 'boolean' },
      },
    })
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
}

function readAccount(text: string) {
  const separator = text.indexOf(':')
  if (separator < 1) throw new UsageError(`--account is NAME:PASSWORD, not "${text}"`)
  return { name: text.slice(0, separator), password: text.slice(separator + 1) }
}

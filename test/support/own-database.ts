import pg from 'pg'

/** A database of its own on a PostgreSQL server, which is dropped in the end. */
export interface OwnDatabase extends AsyncDisposable {
  url: string
}

/**
 * @param server address of any database there, whose user may make others
 * @param template what the new one is a copy of, by default nothing
 */
export async function ownDatabase(server: string, template = 'template0'): Promise<OwnDatabase> {
  const name = `rookery_test_own_${process.pid}_${Math.random().toString(36).slice(2, 8)}`
  const asAdmin = async (work: string) => {
    const admin = new pg.Client(server)
    await admin.connect()
    try {
      await admin.query(work)
    } finally {
      await admin.end()
    }
  }
  await asAdmin(`create database ${name} template ${template} encoding 'UTF8'`)
  return {
    url: Object.assign(new URL(server), { pathname: name }).href,
    [Symbol.asyncDispose]: () => asAdmin(`drop database ${name} with (force)`),
  }
}

import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { mock, test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { type CommitGroups, createCommitGroups } from './commit-groups.ts'
import { openConnection } from './connection.ts'

/** A table of names, with a column whose foreign key only the commit checks. */
const SCHEMA = [
  'pragma journal_mode = wal',
  'create table note (name text unique, of text references note (name) deferrable initially deferred)',
]

function openNotes() {
  const folder = mkdtempSync(join(tmpdir(), 'rookery-groups-'))
  const file = join(folder, 'notes.db')
  const writing = openConnection(file, { readOnly: false, busyTimeout: 0 })
  for (const statement of SCHEMA) writing.run(statement)
  const reading = openConnection(file, { readOnly: true, busyTimeout: 0 })
  let commits = 0
  // time passes when a test says so: a process that stands still for a while ends a group earlier
  let now = 0
  const clock = mock.method(performance, 'now', () => now)
  const groups = createCommitGroups({
    connection: writing,
    begin: async () => void writing.run('begin immediate'),
    onCommit: () => void commits++,
  })
  const committed = () =>
    reading.run('select name from note order by name').rows.map(({ name }) => name)
  return {
    groups,
    writing,
    committed,
    commits: () => commits,
    pass(milliseconds: number) {
      now += milliseconds
    },
    insert: (name: string, of: string | null = null) =>
      void writing.run('insert into note values (?1, ?2)', [name, of]),
    [Symbol.dispose]() {
      clock.mock.restore()
      reading[Symbol.dispose]()
      writing[Symbol.dispose]()
      rmSync(folder, { recursive: true })
    },
  }
}

/** As the writer takes its turns. */
async function transact(groups: CommitGroups, work: () => void | Promise<void>): Promise<void> {
  const turn = await groups.take()
  let committed: Promise<void>
  try {
    await work()
    committed = turn.keep()
  } catch (error) {
    turn.undo(error)
    throw error
  }
  await committed
}

/** The turn in which a group began ends with the next; it waits for that one, too. */
async function inLaterTurn(): Promise<void> {
  await nextTurn()
  await nextTurn()
}

const LETTERS = [...'abcdefghijklmnopqrst']
const outcome = ({ status }: PromiseSettledResult<void>) => status === 'fulfilled'

test('while many wait, one commit serves several, and each is told when it is committed', async () => {
  using notes = openNotes()

  await Promise.all(
    LETTERS.map(async (name) => {
      await transact(notes.groups, () => notes.insert(name))
      assert.ok(notes.committed().includes(name))
    }),
  )

  assert.deepEqual(notes.committed(), LETTERS)
  assert.equal(notes.commits(), 1)
})

test('nobody waits for who comes in a later turn of the event loop', async () => {
  using notes = openNotes()
  const going = Promise.withResolvers<void>()
  const slow = transact(notes.groups, () => notes.insert('a'))

  const later = inLaterTurn().then(() =>
    transact(notes.groups, async () => {
      notes.insert('b')
      await going.promise
    }),
  )
  await slow
  assert.deepEqual(notes.committed(), ['a'])
  going.resolve()
  await later

  assert.equal(notes.commits(), 2)
})

test('one that fails is undone alone, wherever in its group it stands', async () => {
  for (const failing of [0, 5, 19]) {
    using notes = openNotes()

    const outcomes = await Promise.allSettled(
      LETTERS.map((name, at) =>
        transact(notes.groups, async () => {
          notes.insert(name)
          if (at > 10) await nextTurn()
          if (at === failing) throw new Error('no')
        }),
      ),
    )

    const expected = LETTERS.map((_, at) => at !== failing)
    assert.deepEqual(outcomes.map(outcome), expected)
    assert.deepEqual(
      notes.committed(),
      LETTERS.filter((_, at) => at !== failing),
    )
  }
})

test('when SQLite itself rolls back, all that were to be committed with it fail, and others go on', async () => {
  for (const failing of [0, 5]) {
    using notes = openNotes()
    await transact(notes.groups, () => notes.insert('first'))

    const outcomes = await Promise.allSettled(
      LETTERS.map((name, at) =>
        transact(notes.groups, () => {
          notes.insert(name)
          if (at !== failing) return
          try {
            notes.writing.run("insert or rollback into note values ('first', null)")
          } catch {} // as a transaction that ignores the error
          if (failing === 5) throw new Error('nobody else is concerned')
        }),
      ),
    )

    const kept = LETTERS.filter((_, at) => outcome(outcomes[at]!))
    assert.deepEqual(notes.committed(), [...kept, 'first'].sort())
    assert.deepEqual(kept, LETTERS.slice(failing + 1))
    for (const lost of outcomes.slice(0, failing)) {
      assert.match(String(lost.status === 'rejected' && lost.reason), /rolled back several/)
    }
  }
})

test('when a commit fails, none of its group has succeeded', async () => {
  using notes = openNotes()

  const outcomes = await Promise.allSettled(
    LETTERS.map((name, at) =>
      transact(notes.groups, () => notes.insert(name, at === 5 ? 'nobody' : null)),
    ),
  )

  const kept = LETTERS.filter((_, at) => outcome(outcomes[at]!))
  assert.deepEqual(notes.committed(), kept)
  assert.ok(!kept.includes('f'))
  await transact(notes.groups, () => notes.insert('later'))
  assert.ok(notes.committed().includes('later'))
})

test('when the rollback fails, too, the next transaction is told, and those after it go on', async () => {
  using notes = openNotes()
  const { run } = notes.writing
  let failures = 2
  mock.method(notes.writing, 'run', (sql: string, ...rest: []) => {
    if (sql === 'rollback' && failures-- > 0) throw new Error('disk I/O error')
    return run.call(notes.writing, sql, ...rest)
  })

  const failing = transact(notes.groups, () => notes.insert('a', 'nobody'))
  const next = inLaterTurn().then(() => transact(notes.groups, () => notes.insert('b')))
  const outcomes = await Promise.allSettled([failing, next])
  await transact(notes.groups, () => notes.insert('c'))

  assert.deepEqual(outcomes.map(outcome), [false, false])
  assert.deepEqual(notes.committed(), ['c'])
})

test('when the rollback fails, too, the lock is given out without a transaction all the same', async () => {
  using notes = openNotes()
  const { run } = notes.writing
  let failures = 1
  mock.method(notes.writing, 'run', (sql: string, ...rest: []) => {
    if (sql === 'rollback' && failures-- > 0) throw new Error('disk I/O error')
    return run.call(notes.writing, sql, ...rest)
  })

  await assert.rejects(transact(notes.groups, () => notes.insert('a', 'nobody')))
  const release = await notes.groups.lock.acquire()

  assert.equal(notes.writing.inTransaction, false)
  release()
})

test('whoever needs the lock for something else finds no transaction open', async () => {
  using notes = openNotes()
  const writeAll = (names: string[]) =>
    names.map((name) => transact(notes.groups, () => notes.insert(name)))

  const before = writeAll(LETTERS.slice(0, 10))
  const checking = notes.groups.lock.acquire().then((release) => {
    assert.equal(notes.writing.inTransaction, false)
    assert.deepEqual(notes.committed(), LETTERS.slice(0, 10))
    release()
  })
  await Promise.all([...before, checking, ...writeAll(LETTERS.slice(10))])

  assert.deepEqual(notes.committed(), LETTERS)
  assert.equal(notes.groups.lock.held, false)
})

test('a group takes nobody in for longer than some milliseconds', async () => {
  using notes = openNotes()

  await Promise.all(
    LETTERS.map((name) =>
      transact(notes.groups, () => {
        notes.insert(name)
        notes.pass(4)
      }),
    ),
  )

  assert.equal(notes.commits(), 7)
})

test('nobody waits for who comes after those milliseconds, in the same turn of the event loop', async () => {
  using notes = openNotes()
  const going = Promise.withResolvers<void>()
  const turn = await notes.groups.take()
  notes.insert('a')
  const committed = turn.keep()

  notes.pass(20)
  const later = transact(notes.groups, async () => {
    notes.insert('b')
    await going.promise
  })
  await nextTurn()
  assert.deepEqual(notes.committed(), ['a'])
  going.resolve()
  await Promise.all([committed, later])
})

test('the lock is held until the commit', async () => {
  using notes = openNotes()
  const turn = await notes.groups.take()
  notes.insert('a')

  const committed = turn.keep()
  assert.deepEqual([notes.groups.lock.held, notes.committed()], [true, []])
  await committed

  assert.deepEqual([notes.groups.lock.held, notes.committed()], [false, ['a']])
})

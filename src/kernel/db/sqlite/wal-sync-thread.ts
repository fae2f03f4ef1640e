import { closeSync, fdatasyncSync, fstatSync, openSync } from 'node:fs'
import { answerRequests } from '../worker.ts'
import type { SyncRequest } from './wal-syncer.ts'

const descriptors = new Map<string, number>()

answerRequests<SyncRequest, void>(({ action, walFile }) => {
  if (action === 'sync') fdatasyncSync(descriptorOf(walFile))
  else forget(walFile)
})

/** SQLite holds no lock on a -wal file, so opening and closing it beside SQLite is harmless. */
function descriptorOf(walFile: string): number {
  const known = descriptors.get(walFile)
  if (known !== undefined && fstatSync(known).nlink > 0) return known
  forget(walFile)
  const opened = openSync(walFile, 'r+')
  descriptors.set(walFile, opened)
  return opened
}

function forget(walFile: string): void {
  const descriptor = descriptors.get(walFile)
  if (descriptor === undefined) return
  descriptors.delete(walFile)
  closeSync(descriptor)
}

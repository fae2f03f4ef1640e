/** Runs beside the client's windows: keeps what is needed without network, and shows what the server tells. */
import { answerTo, isKept } from './answers.ts'
import { documentFor } from './documents.ts'
import { dropOldFiles, fileOf, isFile, keepFirstFiles } from './files.ts'
import { answerClick, showNotice } from './notices.ts'
import { worker } from './scope.ts'

worker.addEventListener('install', (event) => {
  // nothing here depends on the version of the client, so a new one need not wait for windows to be closed
  void worker.skipWaiting()
  event.waitUntil(keepFirstFiles())
})

worker.addEventListener('activate', (event) => {
  event.waitUntil(Promise.all([worker.clients.claim(), dropOldFiles()]))
})

worker.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (url.origin !== location.origin) return
  if (request.mode === 'navigate') event.respondWith(documentFor(event))
  else if (isFile(url)) event.respondWith(fileOf(request))
  else if (isKept(request, url)) event.respondWith(answerTo(event))
})

worker.addEventListener('push', (event) => {
  event.waitUntil(showNotice(event.data))
})

worker.addEventListener('notificationclick', (event) => {
  event.waitUntil(answerClick(event))
})

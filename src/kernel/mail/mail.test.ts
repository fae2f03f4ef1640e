import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { inspect } from 'node:util'
import { ENGLISH_WORDS } from '../text/messages.ts'
import { createMailer, MailRefused } from './mail.ts'
import { renderMail } from './template.ts'

const quiet = { info() {} }
const CONTENT = {
  to: 'ann@example.org',
  serverName: 'Birds, "Friends" & Co',
  subject: 'Grüße',
  paragraphs: ['Hello <b>Ann</b>,', 'how are you?'],
  action: { label: 'Answer', url: 'https://birds.example/answer?a=1&b=2' },
  closing: ['Bye'],
}
const MAIL = renderMail(CONTENT, ENGLISH_WORDS)

test('without a mail server a mail becomes a file that only its owner can read', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'rookery-mail-'))
  const logged: unknown[] = []
  const config = { smtpUrl: null, origin: 'https://birds.example:8443', dataDir }
  const mailer = createMailer(config, { info: (...line: unknown[]) => void logged.push(line) })
  try {
    await Promise.all([mailer.send(MAIL), mailer.send(MAIL)])

    const files = await readdir(join(dataDir, 'mail'))
    assert.equal(files.length, 2)
    const text = await readFile(join(dataDir, 'mail', files[0]!), 'utf8')
    assert.match(text, /^From: "Birds, \\"Friends\\" & Co" <noreply@birds\.example>\r?$/m)
    assert.match(text, /^To: ann@example\.org\r?$/m)
    assert.match(text, /^Auto-Submitted: auto-generated\r?$/m)
    assert.match(text, /^Content-Type: multipart\/alternative/m)
    assert.match(JSON.stringify(logged), new RegExp(files[0]!))
    assert.doesNotMatch(JSON.stringify(logged), /ann@/)
  } finally {
    await rm(dataDir, { recursive: true })
  }
})

test('with a mail server the mail goes there, from the address that the setting names', async () => {
  const received: string[] = []
  await using server = await startSmtp(received)
  const smtpUrl = `smtp://127.0.0.1:${server.port}/?from=birds%40nest.example&ignoreTLS=true`
  const config = { smtpUrl, origin: 'https://birds.example', dataDir: '/nowhere' }

  await createMailer(config, quiet).send(MAIL)

  const text = received.join('')
  assert.match(text, /^MAIL FROM:<birds@nest\.example>/m)
  assert.match(text, /^RCPT TO:<ann@example\.org>/m)
  assert.match(text, /^From: .*<birds@nest\.example>/m)
})

test('answers go where the mail says, and one POST ends such mails (RFC 8058)', async () => {
  const received: string[] = []
  await using server = await startSmtp(received)
  const smtpUrl = `smtp://127.0.0.1:${server.port}/?ignoreTLS=true`
  const config = { smtpUrl, origin: 'https://birds.example', dataDir: '/nowhere' }
  const unsubscribe = 'https://birds.example/unsubscribe/digest?user=1&proof=a'
  const content = { ...CONTENT, replyTo: 'staff@birds.example', unsubscribe }

  await createMailer(config, quiet).send(renderMail(content, ENGLISH_WORDS))

  const text = received.join('')
  assert.match(text, /^Reply-To: staff@birds\.example\r?$/m)
  assert.match(
    text,
    /^List-Unsubscribe: <https:\/\/birds\.example\/unsubscribe\/digest\?user=1&proof=a>/m,
  )
  assert.match(text, /^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r?$/m)
})

test('a mail server that cannot be reached is an error, so that the job tries again', async () => {
  const { port } = await startSmtp([]).then(async (server) => {
    await server[Symbol.asyncDispose]()
    return server
  })
  const config = { smtpUrl: `smtp://127.0.0.1:${port}`, origin: 'https://a.example', dataDir: '' }

  await assert.rejects(createMailer(config, quiet).send(MAIL))
})

test('what the mail server says is told without the address that it quotes', async () => {
  await using server = await startSmtp([], 'ann@example.org')
  const smtpUrl = `smtp://127.0.0.1:${server.port}/?ignoreTLS=true`
  const config = { smtpUrl, origin: 'https://a.example', dataDir: '' }

  const error = await createMailer(config, quiet)
    .send(MAIL)
    .catch((error) => error)

  assert.match(error.message, /550 5\.1\.1 <…>: no such user/)
  assert.ok(error instanceof MailRefused)
  assert.doesNotMatch(inspect(error), /ann@/)
})

test('both parts of a mail say the same, and HTML is escaped', () => {
  assert.match(MAIL.text, /Hello <b>Ann<\/b>,\n\nhow are you\?\n\nAnswer:\nhttps:.*a=1&b=2\n\nBye/)
  assert.match(MAIL.html, /Hello &lt;b&gt;Ann&lt;\/b&gt;,/)
  assert.match(MAIL.html, /href="https:\/\/birds\.example\/answer\?a=1&amp;b=2"/)
})

test('text of others keeps its lines and direction, and sections have headings in both parts', () => {
  const sections = [
    {
      title: '2 mentions',
      entries: [{ title: 'Bea', text: '<i>hi</i>', url: 'https://a.example/1' }],
    },
  ]
  const mail = renderMail({ ...CONTENT, written: 'one\ntwo', sections }, ENGLISH_WORDS)

  assert.match(mail.text, /how are you\?\n\none\ntwo\n\n# 2 mentions\n\nBea\n<i>hi<\/i>\nhttps:/)
  assert.match(mail.html, /dir="auto"[^>]*white-space:pre-line[^>]*>one\ntwo<\/div>/)
  assert.match(
    mail.html,
    /<h2[^>]*>2 mentions<\/h2>[\s\S]*href="https:\/\/a\.example\/1"[\s\S]*&lt;i&gt;hi/,
  )
})

interface Smtp extends AsyncDisposable {
  port: number
}

/** A mail server that accepts all mail except that to the address `refused`. */
function startSmtp(received: string[], refused = 'nobody'): Promise<Smtp> {
  const server: Server = createServer((socket) => talk(socket, received, refused))
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      resolve({
        port,
        [Symbol.asyncDispose]: () => new Promise((closed) => server.close(() => closed())),
      })
    })
  })
}

function talk(socket: Socket, received: string[], refused: string): void {
  let inBody = false
  socket.write('220 test\r\n')
  socket.on('error', () => {})
  socket.on('data', (chunk) => {
    const text = chunk.toString()
    received.push(text)
    if (inBody) {
      if (!text.endsWith('\r\n.\r\n')) return
      inBody = false
      socket.write('250 taken\r\n')
    } else if (text.startsWith('DATA')) {
      inBody = true
      socket.write('354 go on\r\n')
    } else if (text.startsWith(`RCPT TO:<${refused}>`)) {
      socket.write(`550 5.1.1 <${refused}>: no such user\r\n`)
    } else if (text.startsWith('QUIT')) {
      socket.end('221 bye\r\n')
    } else {
      socket.write('250 fine\r\n')
    }
  })
}

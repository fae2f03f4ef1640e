import assert from 'node:assert/strict'
import { createHash, createPrivateKey, createPublicKey, verify, X509Certificate } from 'node:crypto'
import { test } from 'node:test'
import { certificateId } from './certificate-id.ts'
import { certificateRequest, challengeCertificate, newKey, selfSigned } from './certificates.ts'
import { bits, integer, octets, oid, sequence, tagged, valuesIn } from './der.ts'

const NOW = Date.UTC(2026, 10, 28)

test('a request for a certificate names the key and the name, and is signed by the key', () => {
  const key = newKey()
  const [request] = valuesIn(certificateRequest('social.example', key))
  const [info, , signature] = valuesIn(request!.content)
  const [version, subject, publicKey, attributes] = valuesIn(info!.content)

  assert.deepEqual([...version!.content], [0])
  assert.equal(subject!.content.length, 0)
  const spki = createPublicKey(key).export({ type: 'spki', format: 'der' })
  assert.deepEqual(sequence(publicKey!.content), spki)
  assert.ok(attributes!.content.includes('social.example'))
  const signed = sequence(info!.content)
  assert.ok(verify('sha256', signed, createPublicKey(key), signature!.content.subarray(1)))
})

test('the certificate of a challenge is for the name, and holds the digest of the answer', () => {
  const { key, cert } = challengeCertificate('social.example', 'token.thumbprint', NOW)
  const certificate = new X509Certificate(cert)

  assert.equal(certificate.subjectAltName, 'DNS:social.example')
  assert.ok(certificate.checkPrivateKey(createPrivateKey(key)))
  assert.ok(certificate.verify(certificate.publicKey))
  assert.ok(certificate.validFromDate.getTime() < NOW && certificate.validToDate.getTime() > NOW)
  const digest = createHash('sha256').update('token.thumbprint').digest()
  const extension = Buffer.concat([oid('1.3.6.1.5.5.7.1.31'), Buffer.from([1, 1, 255])])
  assert.ok(certificate.raw.includes(Buffer.concat([extension, octets(octets(digest))])))
})

/** Key and serial number of the example in RFC 9773, section 4.1. */
test('a certificate is named by the key of its authority and its serial number', () => {
  const key = Buffer.from('69885B6B87464041E1B37B847BA0AE2CDE01C8D4', 'hex')
  const value = octets(sequence(tagged(0, key, 'simple')))
  const extensions = tagged(3, sequence(sequence(oid('2.5.29.35'), value)), 'constructed')
  const made = new X509Certificate(selfSigned('social.example', { from: NOW, days: 1 }).cert).raw
  const [whole] = valuesIn(made)
  const [body, algorithm, signature] = valuesIn(whole!.content)
  const fields = valuesIn(body!.content).map(({ tag, content }) => {
    if (tag === 0x02) return integer(Buffer.from('87654321', 'hex'))
    if (tag === 0xa3) return extensions
    return tag === 0xa0 ? tagged(0, content, 'constructed') : sequence(content)
  })
  const der = sequence(
    sequence(...fields),
    sequence(algorithm!.content),
    bits(signature!.content.subarray(1)),
  )
  const pem = `-----BEGIN CERTIFICATE-----\n${der.toString('base64')}\n-----END CERTIFICATE-----`

  assert.equal(certificateId(pem), 'aYhba4dGQEHhs3uEe6CuLN4ByNQ.AIdlQyE')
  assert.equal(certificateId(selfSigned('social.example', { from: NOW, days: 1 }).cert), null)
})

test('what is no DER is an error, and reads nothing beyond its end', () => {
  for (const wrong of ['30', '3005', '308000', '3085ffffffffff', '30840000']) {
    assert.throws(() => valuesIn(Buffer.from(wrong, 'hex')), /DER/)
  }
})

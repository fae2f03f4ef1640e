import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sha256, sign } from './sign.ts'

// The examples of https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html
const KEYS = {
  region: 'us-east-1',
  accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  sessionToken: null,
}
const NOW = Date.UTC(2013, 4, 24)
const BUCKET = 'https://examplebucket.s3.amazonaws.com'

function signature(method: string, path: string, headers: Record<string, string>, body = '') {
  const url = new URL(path, BUCKET)
  const signed = sign({ method, url, headers, bodyHash: sha256(body) }, KEYS, NOW)
  return signed.authorization!.split('Signature=')[1]
}

test('requests are signed as in the examples of the documentation', () => {
  assert.equal(
    signature('GET', '/test.txt', { range: 'bytes=0-9' }),
    'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  )
  const headers = {
    date: 'Fri, 24 May 2013 00:00:00 GMT',
    'x-amz-storage-class': 'REDUCED_REDUNDANCY',
  }
  assert.equal(
    signature('PUT', '/test%24file.text', headers, 'Welcome to Amazon S3.'),
    '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
  )
  assert.equal(
    signature('GET', '/?lifecycle', {}),
    'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543',
  )
  assert.equal(
    signature('GET', '/?max-keys=2&prefix=J', {}),
    '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
  )
})

test('the token of temporary keys is sent and signed', () => {
  const url = new URL('/test.txt', BUCKET)
  const keys = { ...KEYS, sessionToken: 'temporary' }
  const signed = sign({ method: 'GET', url, headers: {}, bodyHash: sha256('') }, keys, NOW)

  assert.equal(signed['x-amz-security-token'], 'temporary')
  assert.match(signed.authorization!, /SignedHeaders=[^,]*;x-amz-security-token,/)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { picture } from '../../../test/support/media-samples.ts'
import { sniff } from './sniff.ts'

const bytes = (text: string) => Buffer.from(text, 'latin1')
const ftyp = (...brands: string[]) =>
  bytes(`\0\0\0${String.fromCharCode(8 + brands.length * 4)}ftyp${brands.join('')}`)

test('S-348 pictures are told by their bytes', async () => {
  const sample = picture(8, 8)
  for (const format of ['jpeg', 'png', 'gif', 'webp', 'avif'] as const) {
    const found = sniff(await sample.toFormat(format).toBuffer())
    assert.equal(found?.contentType, `image/${format}`)
    assert.equal(found?.kind, 'image')
  }
  assert.equal(sniff(ftyp('heic', '\0\0\0\0', 'mif1'))?.contentType, 'image/heic')
  assert.equal(sniff(ftyp('mif1', '\0\0\0\0', 'avif'))?.contentType, 'image/avif')
})

test('S-348 recordings are told by their bytes, each with its one demuxer', () => {
  const page = `OggS${'\0'.repeat(24)}`
  const webm = '\x1a\x45\xdf\xa3\x9f\x42\x86\x81\x01\x42\x82\x84webm'
  const expected: [Buffer, string, string][] = [
    [ftyp('isom', '\0\0\0\0'), 'video/mp4', 'mov'],
    [ftyp('qt  ', '\0\0\0\0'), 'video/quicktime', 'mov'],
    [ftyp('M4A ', '\0\0\0\0'), 'audio/mp4', 'mov'],
    [ftyp('3gp4', '\0\0\0\0'), 'video/3gpp', 'mov'],
    [ftyp('wxyz', '\0\0\0\0', 'mp42'), 'video/mp4', 'mov'],
    [bytes(webm), 'video/webm', 'matroska'],
    [bytes(`${page}\x80theora`), 'video/ogg', 'ogg'],
    [bytes(`${page}OpusHead`), 'audio/ogg', 'ogg'],
    [bytes(`${page}\x01vorbis`), 'audio/ogg', 'ogg'],
    [bytes('fLaC\0'), 'audio/flac', 'flac'],
    [bytes('ID3\x04'), 'audio/mpeg', 'mp3'],
    [bytes('\xff\xfb\x90\x00'), 'audio/mpeg', 'mp3'],
    [bytes('\xff\xf1\x50\x40'), 'audio/aac', 'aac'],
    [bytes('RIFF\0\0\0\0WAVE'), 'audio/wav', 'wav'],
  ]
  for (const [head, contentType, demuxer] of expected) {
    assert.partialDeepStrictEqual(sniff(head), { contentType, demuxer }, contentType)
  }
})

test('A42 what is not on the list is nothing', () => {
  const others = [
    '',
    '<svg xmlns="http://www.w3.org/2000/svg"/>',
    '<?xml version="1.0"?><svg/>',
    '<!doctype html>',
    '#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd',
    'ffconcat version 1.0\nfile /etc/passwd',
    '%PDF-1.7',
    'BM\0\0\0\0',
    'II*\0',
    '\x1a\x45\xdf\xa3\x9f\x42\x82\x88matroska',
    'RIFF\0\0\0\0AVI ',
    'OggS',
    `xxxx${'\0'.repeat(24)}OpusHead`,
    '\0\0\0\x14ftyp',
    '\0\0\0\0ftypisom',
    'FWS\x09',
    '\xff\xff\xff\xff',
  ]
  for (const text of others) assert.equal(sniff(bytes(text)), null, text)
})

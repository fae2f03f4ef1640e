/** What a file really is, told by its first bytes and never by what the sender calls it. */
export interface MediaFormat {
  contentType: string
  /** what it probably holds; of audio and video only a probe knows for sure */
  kind: 'image' | 'video' | 'audio'
  /** the one ffmpeg demuxer that may read it */
  demuxer: string | null
}

/** The real format of a file, detected from its first bytes and never from the sender's claim. */
export interface MediaFormat {
  contentType: string
  /** probable content; for audio and video only a probe is certain */
  kind: 'image' | 'video' | 'audio'
  /** the only ffmpeg demuxer that may read it */
  demuxer: string | null
}

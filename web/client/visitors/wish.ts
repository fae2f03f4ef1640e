/** An action that a visitor tried. */
export type Wish =
  | 'reply'
  | 'favourite'
  | 'reblog'
  | 'quote'
  | 'bookmark'
  | 'vote'
  | 'follow'
  | 'followTag'

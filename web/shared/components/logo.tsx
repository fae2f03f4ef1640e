import { server } from '../session.ts'

/** The server's picture, or the bird: drawn here, as a picture of its own would come late. */
export function Logo({ size = 32 }: { size?: number }) {
  if (server.logo !== null) {
    return <img class="logo own" src={server.logo} alt="" width={size} height={size} />
  }
  return (
    <svg class="logo" width={size} height={size} viewBox="0 0 64 64" aria-hidden="true">
      <rect width="64" height="64" rx="15" />
      <path d="M50.5 22.6 42.9 20c-1.7-5-6.4-8.5-11.9-8.5-6.9 0-12.5 5.6-12.5 12.5v4.2L8.6 47.8c-.6 1.2.5 2.5 1.8 2.2l12.1-3.1A21 21 0 0 0 31 48.7c11.2 0 16.3-9 15.2-19.2l-.3-3 4.9-2.1c.8-.4.7-1.5-.3-1.8Z" />
      <path
        class="logo-wing"
        d="M24 30.5c3.8 6.6 9.5 9.4 17 8.2-3.7 4.6-11.6 5.3-16.4.9-2.6-2.4-2.8-6.4-.6-9.1Z"
      />
      <circle class="logo-wing" cx="35" cy="20.5" r="2.6" />
    </svg>
  )
}

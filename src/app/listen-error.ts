import { StartError } from '../kernel/db/start-error.ts'

export type PortSetting = 'PORT' | 'HTTPS_PORT' | 'HTTP_PORT'

const NO_NAME = 'HOST is no address and no name of this machine'
const REASONS: Record<string, string> = {
  EACCES: 'not permitted; ports below 1024 need more rights, set SETTING to a higher one',
  EADDRINUSE: 'another program uses that port; stop it, or set SETTING to another one',
  EADDRNOTAVAIL: 'HOST is not an address of this machine',
  ENOTFOUND: NO_NAME,
  EAI_AGAIN: NO_NAME,
  EAFNOSUPPORT: 'this machine has no such kind of address; set HOST to 0.0.0.0',
}

/** Codes that no restart changes; an address or a name of this machine may come later than the server, as networks start. */
const OF_SETTINGS = ['EACCES', 'EAFNOSUPPORT']

/** Where the server itself has to have the ports of the web, another number is seldom the way out. */
const REASONS_OF_WEB: Record<string, string> = {
  ...REASONS,
  EACCES:
    'not permitted; give the right to ports below 1024 (AmbientCapabilities=CAP_NET_BIND_SERVICE in a systemd unit, ' +
    'or setcap cap_net_bind_service=+ep on the node program), or lead the port here and set SETTING to a higher one',
  EADDRINUSE:
    'another program uses that port, often nginx, Apache or Caddy ("ss -ltnp" names it); stop it, or let it lead here as ' +
    'a proxy and start without HTTPS, or set SETTING to another one and have the port of the web led there',
}

interface Place {
  host: string
  port: number
  /** the variable that names the port */
  setting: PortSetting
}

/** One line about a port that cannot be listened on, or the error as it is where that needs its stack. */
export function listenError(error: unknown, { host, port, setting }: Place): unknown {
  const { code = '' } = error as NodeJS.ErrnoException
  const reasons = setting === 'PORT' ? REASONS : REASONS_OF_WEB
  const reason = reasons[code]?.replace('SETTING', setting)
  if (reason === undefined) return error
  return new StartError(`Cannot listen on ${host} port ${port}: ${reason}`, {
    cause: error,
    isSetting: OF_SETTINGS.includes(code),
  })
}

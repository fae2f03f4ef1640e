import { useEffect, useState } from 'preact/hooks'
import { Button } from '../../shared/components/button.tsx'
import { isOffline, isReachable, lookForServer } from '../../shared/connectivity.ts'
import { t } from '../../shared/i18n.ts'
import { CloudOff, Icon } from '../../shared/icons.tsx'
import { connection } from '../feed/streaming.ts'

/** ms between looks whether the server is there again */
const PAUSE = 8000
/** ms that the live connection may be away before it is worth a word: it comes back by itself mostly */
const PATIENCE = 10_000

/** Says quietly that the network or the server is away, and when it is back. Nothing on the page moves for it. */
export function ConnectionBanner() {
  const isLost = useLongLost()
  const problem = isOffline.value
    ? 'offline'
    : !isReachable.value
      ? 'silent'
      : isLost
        ? 'late'
        : null
  useEffect(() => {
    if (problem !== 'silent' && problem !== 'offline') return
    const timer = setInterval(() => void lookForServer(), PAUSE)
    return () => clearInterval(timer)
  }, [problem])
  return (
    <div class="connection" role="status">
      {problem !== null && (
        <p class="connection-banner">
          <Icon of={CloudOff} size={18} />
          <span>{wordsOf(problem)}</span>
          {problem === 'silent' && (
            <Button kind="quiet" small onClick={() => void lookForServer()}>
              {t('Try now')}
            </Button>
          )}
        </p>
      )}
    </div>
  )
}

function wordsOf(problem: 'offline' | 'silent' | 'late'): string {
  if (problem === 'offline')
    return t('You are offline. What is here stays; the rest comes when you are back.')
  if (problem === 'silent') return t('The server does not answer. It is tried again by itself.')
  return t('New posts do not arrive by themselves at the moment.')
}

function useLongLost(): boolean {
  const isLost = connection.value === 'lost'
  const [isLong, setLong] = useState(false)
  useEffect(() => {
    setLong(false)
    if (!isLost) return
    const timer = setTimeout(() => setLong(true), PATIENCE)
    return () => clearTimeout(timer)
  }, [isLost])
  return isLost && isLong
}

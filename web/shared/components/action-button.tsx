import { useAction } from '../use-action.ts'
import { Button, type ButtonKind, type ButtonProps } from './button.tsx'
import { ask, type Question } from './dialog.tsx'
import { tell, tellError } from './toast.tsx'

interface ActionButtonProps extends Pick<ButtonProps, 'children' | 'small' | 'label' | 'disabled'> {
  kind?: ButtonKind
  /** asked first; for whatever cannot be taken back, or touches others */
  question?: Question
  run: () => Promise<unknown>
  /** said when it is done */
  done?: string
}

/** A button that does something at the server: asks, shows that it works, and says how it ended. */
export function ActionButton(props: ActionButtonProps) {
  const { children, kind, question, run, done, ...rest } = props
  const action = useAction(async () => {
    try {
      await run()
      if (done !== undefined) tell(done)
    } catch (error) {
      tellError(error)
    }
  })
  const press = async () => {
    if (question === undefined || (await ask(question))) await action.start()
  }
  return (
    <Button
      {...rest}
      kind={kind ?? (question?.danger ? 'danger' : 'secondary')}
      busy={action.busy}
      onClick={() => void press()}
    >
      {children}
    </Button>
  )
}

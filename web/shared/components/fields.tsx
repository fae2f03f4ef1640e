import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'
import { t } from '../i18n.ts'
import { useProblem } from './form.tsx'

/** A value that a field shows and changes: a signal, or an object with the same interface. */
export interface Holder<T> {
  value: T
}

interface FieldProps {
  label: string
  /** as the API calls it, so that what it refuses is shown here */
  name?: string
  hint?: ComponentChildren
  required?: boolean
  disabled?: boolean
}

interface FrameProps extends FieldProps {
  children: (input: {
    id: string
    name?: string
    described?: string
    invalid: boolean
  }) => ComponentChildren
}

function Field({ label, name, hint, required, children }: FrameProps) {
  const id = useId()
  const problem = useProblem(name)
  const ids = [hint ? `${id}-hint` : '', problem ? `${id}-problem` : ''].filter((one) => one !== '')
  const input = {
    id,
    ...(name === undefined ? {} : { name }),
    ...(ids.length === 0 ? {} : { described: ids.join(' ') }),
    invalid: problem !== undefined,
  }
  return (
    <div class={problem === undefined ? 'field' : 'field has-error'}>
      <label for={id}>
        {label}
        {required && <span class="muted"> {t('(required)')}</span>}
      </label>
      {children(input)}
      {problem !== undefined && (
        <p class="field-error" id={`${id}-problem`}>
          {problem}
        </p>
      )}
      {hint && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  )
}

interface TextFieldProps extends FieldProps {
  value: Holder<string>
  type?: 'text' | 'email' | 'url' | 'search' | 'number' | 'date' | 'datetime-local' | 'color'
  placeholder?: string
  maxLength?: number
  min?: number
  max?: number
  mono?: boolean
  /** offered while somebody types */
  suggestions?: readonly string[]
}

export function TextField(props: TextFieldProps) {
  const {
    value,
    type = 'text',
    placeholder,
    maxLength,
    min,
    max,
    mono,
    suggestions,
    ...field
  } = props
  return (
    <Field {...field}>
      {({ id, name, described, invalid }) => (
        <>
          <input
            id={id}
            name={name}
            type={type as 'text'}
            class={mono ? 'mono' : undefined}
            value={value.value}
            required={field.required}
            disabled={field.disabled}
            placeholder={placeholder}
            maxLength={maxLength}
            min={min}
            max={max}
            list={suggestions === undefined ? undefined : `${id}-suggestions`}
            aria-describedby={described}
            aria-invalid={invalid ? 'true' : undefined}
            onInput={(event) => {
              value.value = event.currentTarget.value
            }}
          />
          {suggestions !== undefined && (
            <datalist id={`${id}-suggestions`}>
              {suggestions.map((text) => (
                <option key={text} value={text} />
              ))}
            </datalist>
          )}
        </>
      )}
    </Field>
  )
}

interface TextAreaProps extends FieldProps {
  value: Holder<string>
  rows?: number
  maxLength?: number
  mono?: boolean
  /** takes the focus of the window that it is shown in */
  autofocus?: boolean
}

export function TextArea({ value, rows = 4, maxLength, mono, autofocus, ...field }: TextAreaProps) {
  return (
    <Field {...field}>
      {({ id, name, described, invalid }) => (
        <textarea
          id={id}
          name={name}
          rows={rows}
          class={mono ? 'mono' : undefined}
          autofocus={autofocus}
          maxLength={maxLength}
          required={field.required}
          disabled={field.disabled}
          aria-describedby={described}
          aria-invalid={invalid ? 'true' : undefined}
          value={value.value}
          onInput={(event) => {
            value.value = event.currentTarget.value
          }}
        />
      )}
    </Field>
  )
}

interface SelectProps extends FieldProps {
  value: Holder<string>
  options: readonly (readonly [value: string, title: string])[]
}

export function Select({ value, options, ...field }: SelectProps) {
  return (
    <Field {...field}>
      {({ id, name, described, invalid }) => (
        <select
          id={id}
          name={name}
          required={field.required}
          disabled={field.disabled}
          aria-describedby={described}
          aria-invalid={invalid ? 'true' : undefined}
          value={value.value}
          onChange={(event) => {
            value.value = event.currentTarget.value
          }}
        >
          {options.map(([option, title]) => (
            <option key={option} value={option}>
              {title}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

interface CheckboxProps extends FieldProps {
  value: Holder<boolean>
}

export function Checkbox({ label, name, hint, value, disabled }: CheckboxProps) {
  const id = useId()
  const problem = useProblem(name)
  return (
    <div class="field check">
      <input
        id={id}
        name={name}
        type="checkbox"
        checked={value.value}
        disabled={disabled}
        aria-describedby={hint ? `${id}-hint` : undefined}
        onChange={(event) => {
          value.value = event.currentTarget.checked
        }}
      />
      <label for={id}>{label}</label>
      {problem !== undefined && <p class="field-error">{problem}</p>}
      {hint && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  )
}

interface ChoicesProps {
  legend: string
  value: Holder<string>
  options: readonly { value: string; title: string; hint?: string; disabled?: boolean }[]
}

/** One of a few, all of them to be seen. */
export function Choices({ legend, value, options }: ChoicesProps) {
  const id = useId()
  return (
    <fieldset class="choices">
      <legend>{legend}</legend>
      {options.map((option) => (
        <label key={option.value} class="choice">
          <input
            type="radio"
            name={id}
            checked={value.value === option.value}
            disabled={option.disabled}
            onChange={() => {
              value.value = option.value
            }}
          />
          <span>
            {option.title}
            {option.hint && <span class="hint">{option.hint}</span>}
          </span>
        </label>
      ))}
    </fieldset>
  )
}

interface FileFieldProps extends FieldProps {
  value: Holder<File | null>
  /** as of `<input accept>` */
  accept: string
}

export function FileField({ value, accept, ...field }: FileFieldProps) {
  return (
    <Field {...field}>
      {({ id, name, described, invalid }) => (
        <input
          id={id}
          name={name}
          type="file"
          accept={accept}
          required={field.required}
          aria-describedby={described}
          aria-invalid={invalid ? 'true' : undefined}
          onChange={(event) => {
            value.value = event.currentTarget.files?.[0] ?? null
          }}
        />
      )}
    </Field>
  )
}

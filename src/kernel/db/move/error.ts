import { StartError } from '../start-error.ts'

/** Why a move cannot begin or end; the message is shown to the operator. */
export class MoveError extends StartError {}

/**
 * A state machine is an object of transitions. Each changes a copy of the state and lists what is
 * to be done, without doing it. The loop around it has an object of actions, which do it.
 */
export interface Draft<State, Actions> {
  readonly state: { -readonly [Key in keyof State]: State[Key] };
  readonly effects: CallOf<Actions>[];
}

/** The name of one of these functions with its arguments, as data. */
export type CallOf<Functions> = {
  [Name in keyof Functions]: Functions[Name] extends (...args: infer Args) => unknown
    ? readonly [Name, ...Args]
    : never;
}[keyof Functions];

/** The name of a transition with its arguments. */
export type EventOf<Transitions> = {
  [Name in keyof Transitions]: Transitions[Name] extends (
    draft: infer _Draft,
    ...args: infer Args
  ) => void
    ? readonly [Name, ...Args]
    : never;
}[keyof Transitions];

type AnyFunction = (...args: readonly unknown[]) => unknown;

/** Returns the state after an event, and the effects in order. Changes nothing itself. */
export function advance<State, Actions, Transitions>(
  transitions: Transitions,
  state: State,
  event: EventOf<Transitions>,
): { readonly state: State; readonly effects: readonly CallOf<Actions>[] } {
  const draft: Draft<State, Actions> = { state: { ...state }, effects: [] };
  const [name, ...args] = event as readonly [keyof Transitions, ...unknown[]];
  (transitions[name] as AnyFunction)(draft, ...args);
  return draft;
}

/** Does what an effect says. */
export function runEffect<Actions>(actions: Actions, effect: CallOf<Actions>): unknown {
  const [name, ...args] = effect as readonly [keyof Actions, ...unknown[]];
  return (actions[name] as AnyFunction)(...args);
}

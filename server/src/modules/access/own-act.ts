import type { Scope } from '#platform/http/scope.ts';
import type { Caller } from './caller.ts';

/** Somebody who changes their own account, and from where. */
export interface OwnAct {
  readonly scope: Scope;
  readonly caller: Caller;
}

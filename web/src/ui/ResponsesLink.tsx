import { isSwitchedOn } from '@escuta/contract/access-policy';
import type { ResponseId } from '@escuta/contract/ids';
import type { ResponseFilter } from '@escuta/contract/response-filter';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useMe } from '#web/lib/me.ts';
import classes from './ResponsesLink.module.css';

interface ResponsesLinkProps {
  /** Which responses stand behind the number. */
  readonly filter: ResponseFilter;
  /** Which of them is opened at once. */
  readonly responseId?: ResponseId | undefined;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** A number that opens the responses behind it, for whoever may read them; the number alone for everybody else. */
export function ResponsesLink({ filter, responseId, className, children }: ResponsesLinkProps) {
  if (!useMayReadResponses()) return <span className={className}>{children}</span>;
  return (
    <Link
      to="/customer-feedback/responses"
      search={{ ...filter, response: responseId }}
      className={`${classes['link']} ${className ?? ''}`}
      data-alone
    >
      {children}
    </Link>
  );
}

/** Whether the list of responses opens for whoever looks. */
export function useMayReadResponses(): boolean {
  const { can, opens, switches } = useMe();
  return can('responses.read') && opens('customer-feedback') && isSwitchedOn('customer-feedback', switches);
}

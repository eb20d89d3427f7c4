import { responsesBehind } from '@escuta/contract/response-filter';
import type { ResponseFilter, ResponseNumber } from '@escuta/contract/response-filter';
import { useNavigate } from '@tanstack/react-router';
import { createContext, use } from 'react';
import type { ReactNode } from 'react';
import { ResponsesLink, useMayReadResponses } from '#web/ui/ResponsesLink.tsx';

/** What all numbers of the dashboard are narrowed to. */
export const ShownResponses = createContext<ResponseFilter>({});

interface NumberLinkProps {
  readonly behind: ResponseNumber;
  /** How many they are: nothing opens behind none. */
  readonly count: number;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** A number of the dashboard that opens the responses behind it. */
export function NumberLink({ behind, count, className, children }: NumberLinkProps) {
  const shown = use(ShownResponses);
  if (count === 0) return <span className={className}>{children}</span>;
  return (
    <ResponsesLink filter={responsesBehind(shown, behind)} className={className}>
      {children}
    </ResponsesLink>
  );
}

/** Opens the responses behind a number, where no link can stand; undefined for whoever may not read them. */
export function useOpenResponses(): ((behind: ResponseNumber) => void) | undefined {
  const shown = use(ShownResponses);
  const navigate = useNavigate();
  if (!useMayReadResponses()) return undefined;
  return (behind) => void navigate({ to: '/customer-feedback/responses', search: responsesBehind(shown, behind) });
}

import { getRouteApi, useRouter } from '@tanstack/react-router';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The page of the list of responses that the entry before this one shows. */
    listPageBehind?: number;
  }
}

const route = getRouteApi('/shell/customer-feedback/responses');

/** How to go to a response from the list: an entry of its own, so that Back closes it; in place of one that is open. */
export function useOpening() {
  const { page = 1, response } = route.useSearch();
  const isOpen = response !== undefined;
  return (id: string) => ({
    search: (before: object) => ({ ...before, response: id }),
    state: isOpen ? (true as const) : { listPageBehind: page },
    replace: isOpen,
    resetScroll: false,
  });
}

/** Closes the open response. No entry stays behind that would open it again. */
export function useClosing() {
  const { page = 1 } = route.useSearch();
  const navigate = route.useNavigate();
  const { history } = useRouter();
  return () => {
    if (history.location.state.listPageBehind === page) history.back();
    else
      void navigate({
        search: (before) => ({ ...before, response: undefined }),
        replace: true,
        resetScroll: false,
      });
  };
}

/** The link that opens a response in the list: its id in the document. */
export function linkIdOf(id: string): string {
  return `response-${id}`;
}

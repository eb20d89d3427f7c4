import { can } from '@escuta/contract/access-policy';
import { countCompanyTickets, listTicketCases } from '@escuta/contract/tickets';
import { findContactCompany } from '#modules/contacts/index.ts';
import { countResponseRows, listResponseRows, presentListedResponse } from '#modules/responses/index.ts';
import type { App } from '#platform/http/app.ts';
import { implement } from '#platform/http/implement.ts';
import { reachOf } from '#platform/http/scope.ts';

/** The routes of tickets: today the responses that a ticket could be about. */
export function ticketsRoutes(app: App): void {
  implement(
    app,
    listTicketCases,
  )(({ scope, query: { limit, page }, inCompany }) => {
    const { role, ticketingRole } = scope;
    const filter = { ...reachOf(scope), group: 'bottom' } as const;
    return inCompany(async (tx) => {
      const rows = await listResponseRows(tx, { ...filter, sort: 'newest', limit, page });
      const readsComments = can(role, 'comments.read', ticketingRole);
      const data = rows.map((row) => {
        const { comment, comment_hidden, ...response } = presentListedResponse(row, role);
        const isHidden = readsComments && comment_hidden;
        return { ...response, comment: readsComments ? comment : null, ...(isHidden ? { comment_hidden } : {}) };
      });
      return { data, ...(await countResponseRows(tx, filter)) };
    });
  });

  implement(
    app,
    countCompanyTickets,
  )(({ scope, params, inCompany, fail }) => {
    const reach = reachOf(scope);
    return inCompany(async (tx) => {
      // Whose contacts they are knows who reads contacts: to others there are no companies.
      const company = can(scope.role, 'contacts.read')
        ? await findContactCompany(tx, { ...reach, id: params.id })
        : undefined;
      if (!company) throw fail('NOT_FOUND');
      return countResponseRows(tx, { ...reach, group: 'bottom', contactCompanyId: company.id });
    });
  });
}

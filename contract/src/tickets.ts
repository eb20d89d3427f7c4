import type { z } from 'zod';
import { ContactCompanyId } from './ids.ts';
import { ListedResponse, listTotal } from './response-list.ts';
import { byId, paged, paging } from './primitives.ts';
import { route } from './route.ts';

/** A response whose score asks for somebody's care. Its comment is left out for whoever may not read comments. */
export const TicketCase = ListedResponse.pick({
  _id: true,
  survey: true,
  metric: true,
  score: true,
  score_group: true,
  comment: true,
  comment_hidden: true,
  channel: true,
  answered_at: true,
});
export type TicketCase = z.infer<typeof TicketCase>;

export const listTicketCases = route('GET /tickets/cases', {
  summary: 'Responses of the unit with a low score, newest first, without who gave them',
  permission: 'tickets.read',
  query: paging,
  answer: paged(TicketCase).extend(listTotal.shape),
});

export const countCompanyTickets = route('GET /contact-companies/:id/tickets', {
  summary: 'How many tickets of the contacts of a company are open: as many as the list of tickets shows of them',
  permission: 'tickets.read',
  params: byId(ContactCompanyId),
  answer: listTotal,
});

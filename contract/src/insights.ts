import { z } from 'zod';
import { day } from './primitives.ts';
import { listTotal } from './response-list.ts';
import { route } from './route.ts';

export const getInsights = route('GET /insights', {
  summary: 'The comments of the unit that insights are made of',
  permission: 'insights.read',
  answer: z.object({ from: day, to: day, comments: listTotal, lastThirtyDays: listTotal }),
});

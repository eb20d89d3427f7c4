import { randomBytes, randomUUID } from 'node:crypto';
import { createTransport } from 'nodemailer';
import { mailTexts } from '../../server/src/modules/sends/channels/email/mail-text.ts';
import { insertPreheader } from '../../server/src/platform/mail/preheader.ts';
import { surveyInvitation } from '../../server/src/modules/sends/channels/email/survey-invitation.ts';
import { companyName, definition, mailFrom, publicUrl } from './words.ts';
import type { Person } from './words.ts';

// The peer: nodemailer's pool as its documentation shows it, without a database. It fills the same words into the same
// e-mail for each person; nodemailer makes the message and sends it.

/** What to send, and over how many connections. */
export interface PeerLoad {
  readonly port: number;
  readonly connections: number;
  readonly people: readonly Person[];
}

export interface PeerResult {
  readonly seconds: number;
  readonly cpu: NodeJS.CpuUsage;
}

const { email, language, theme, questions } = definition;
const question = questions[0];
if (question?.type !== 'nps') throw new Error('the survey of the bench asks a score first');
const template = surveyInvitation({
  language,
  companyName,
  brandColor: theme.brandColor,
  subject: email.subject,
  preheader: email.preheader,
  greeting: email.greeting,
  intro: email.intro,
  questionTitle: question.title,
  lowLabel: question.lowLabel,
  highLabel: question.highLabel,
  scores: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
  buttonLabel: mailTexts(language, 'surveyInvitation').openSurvey,
});
const html = insertPreheader(template.html, template.preheader);

process.on('message', (load: PeerLoad) => void run(load).then((result) => process.send?.(result)));
process.once('SIGTERM', () => process.exit(0));
process.once('disconnect', () => process.exit(0));
process.send?.({});

async function run({ port, connections, people }: PeerLoad): Promise<PeerResult> {
  const transport = createTransport({ pool: true, host: '127.0.0.1', port, maxConnections: connections });
  const before = process.cpuUsage();
  const began = performance.now();
  let next = 0;
  // Twice the connections ask, so that the pool always has a message waiting.
  const askers = Array.from({ length: connections * 2 }, async () => {
    for (let person = people[next++]; person; person = people[next++]) await transport.sendMail(composed(person));
  });
  await Promise.all(askers);
  const result = { seconds: (performance.now() - began) / 1000, cpu: process.cpuUsage(before) };
  transport.close();
  return result;
}

function composed({ name, email: address }: Person) {
  const token = randomBytes(40).toString('base64url');
  const values: Record<string, string> = {
    name: name.split(' ')[0] ?? '',
    answerUrl: `${publicUrl}/r/${token}`,
    unsubscribeUrl: `${publicUrl}/u/${token}`,
  };
  const fill = (text: string) => text.replace(/\{\{(\w+)\}\}/g, (_, key: string) => values[key] ?? '');
  return {
    from: { name: email.senderName, address: mailFrom },
    to: { name, address },
    subject: fill(template.subject),
    html: fill(html),
    text: fill(template.text),
    messageId: `<${randomUUID()}@${mailFrom.split('@')[1]}>`,
    headers: {
      'List-Unsubscribe': `<${values['unsubscribeUrl']}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  };
}

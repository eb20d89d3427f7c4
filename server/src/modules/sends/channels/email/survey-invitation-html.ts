import type { BrandColours } from './brand-colour.ts';
import { fillSentence } from '#platform/mail/fill-sentence.ts';
import type { MailTexts } from './mail-text.ts';
import { escapeHtml, safeUrl } from '#platform/mail/placeholder.ts';
import type { SurveyInvitation } from './invitation-words.ts';

const FONT = "font-family:Inter,-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const COLUMN_WIDTH = 560;
const ROW_SCORES_MAX = 7; // more scores stand in two groups, six and five, so that each stays wide enough for a thumb
const SCORE_WIDTH = 45.5; // eleven fill the column: its width less the card's border and 28 px on each side
const TABLE = 'role="presentation" cellpadding="0" cellspacing="0" border="0"';

/**
 * The html of an invitation: tables and inline styles, which every mail program understands (Outlook draws with
 * Word); the style block only adds dark mode and small screens for those that read it.
 */
export function invitationHtml(
  invitation: SurveyInvitation,
  texts: MailTexts['surveyInvitation'],
  colours: BrandColours,
): string {
  const { language, subject, greeting, intro, questionTitle, footer } = invitation;
  const lang = language === 'pt' ? 'pt-BR' : language;
  return `<!doctype html>
<html lang="${lang}" xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no">
<title>${escapeHtml(subject)}</title>
<style>${styleBlock(colours)}</style>
</head>
<body class="ground" style="margin:0;padding:0;background-color:#f5f5f4;-webkit-text-size-adjust:100%">
<table ${TABLE} width="100%" class="ground" style="background-color:#f5f5f4"><tr><td align="center" class="gutter" style="padding:32px 16px">
<!--[if mso]><table ${TABLE} width="${COLUMN_WIDTH}" align="center"><tr><td><![endif]-->
<table ${TABLE} width="100%" class="card" style="max-width:${COLUMN_WIDTH}px;background-color:#ffffff;border:1px solid #e7e5e4;border-radius:12px;border-collapse:separate;overflow:hidden">
<tr><td style="height:4px;line-height:4px;font-size:0;background-color:${colours.ground}">&nbsp;</td></tr>
<tr><td class="pad" style="padding:28px 32px 0">${logo(invitation)}</td></tr>
<tr><td class="pad" style="padding:24px 32px 0">
${paragraph(greeting, 'margin:0 0 8px;font-size:16px;line-height:24px;font-weight:600')}
${intro.split(/\r?\n/).map(introParagraph).join('\n')}
</td></tr>
<tr><td class="pad" style="padding:16px 32px 0"><h1 class="ink" style="${FONT};margin:0;font-size:22px;line-height:30px;font-weight:600;color:#1c1917">${escapeHtml(questionTitle)}</h1></td></tr>
<tr><td class="pad-scores" style="padding:16px 28px 0">${scoreRows(invitation, texts, colours)}</td></tr>
<tr><td class="pad" style="padding:20px 32px 32px">${callToAction(invitation, texts, colours)}</td></tr>
</table>
<table ${TABLE} width="100%" style="max-width:${COLUMN_WIDTH}px"><tr><td class="pad" style="padding:20px 32px 0">
${[invitation.companyName, ...(footer ?? '').split(/\r?\n/)]
  .filter((line) => line.trim())
  .map(footerLine)
  .join('\n')}
${footerLine(texts.privacy)}
<p style="${FONT};margin:8px 0 0;font-size:13px;line-height:20px"><a class="quiet" href="{{unsubscribeUrl}}" style="color:#57534e;text-decoration:underline">${escapeHtml(texts.unsubscribe)}</a></p>
</td></tr></table>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr></table>
</body>
</html>
`;
}

/** NOTE: only `!important` beats the inline styles that other mail programs need. */
function styleBlock(colours: BrandColours): string {
  const dark = (prefix: string) =>
    [
      `${prefix}.ground{background-color:#0c0a09!important}`,
      `${prefix}.card{background-color:#1c1917!important;border-color:#44403c!important}`,
      `${prefix}.ink{color:#fafaf9!important}`,
      `${prefix}.quiet{color:#d6d3d1!important}`,
      `${prefix}.link{color:${colours.onDark}!important}`,
      `${prefix}.score{background-color:#292524!important;border-color:${colours.onDark}!important;color:${colours.onDark}!important}`,
    ].join('');
  return [
    ':root{color-scheme:light dark;supported-color-schemes:light dark}',
    `@media (prefers-color-scheme:dark){${dark('')}}`,
    dark('[data-ogsc] '), // the Outlook apps' own dark mode
    '@media (max-width:480px){.gutter{padding:12px 8px!important}.pad{padding-left:20px!important;padding-right:20px!important}',
    '.pad-scores{padding-left:16px!important;padding-right:16px!important}.group{max-width:none!important}}',
  ].join('');
}

/** Without pictures the company's name stands in the logo's place, in the size of a word-mark. */
function logo({ logoUrl, companyName }: SurveyInvitation): string {
  const name = escapeHtml(companyName);
  const style = `${FONT};font-size:18px;line-height:40px;font-weight:600;color:#1c1917`;
  if (!logoUrl || safeUrl(logoUrl) === '#') return `<span class="ink" style="${style}">${name}</span>`;
  return `<img src="${escapeHtml(safeUrl(logoUrl))}" alt="${name}" height="40" class="ink" style="${style};display:block;height:40px;width:auto;max-width:220px;border:0">`;
}

function paragraph(text: string, style: string): string {
  return text.trim() ? `<p class="ink" style="${FONT};color:#1c1917;${style}">${escapeHtml(text)}</p>` : '';
}

function introParagraph(text: string): string {
  return paragraph(text, 'margin:0 0 8px;font-size:16px;line-height:24px');
}

function footerLine(text: string): string {
  return `<p class="quiet" style="${FONT};margin:0 0 4px;font-size:13px;line-height:20px;color:#57534e">${escapeHtml(text)}</p>`;
}

function scoreRows(
  { scores, lowLabel, highLabel }: SurveyInvitation,
  { scoreOf }: MailTexts['surveyInvitation'],
  colours: BrandColours,
): string {
  if (scores.length === 0) return '';
  const [low = 0, high = 0] = [scores.at(0), scores.at(-1)];
  const nameOf = (score: number) => fillSentence(scoreOf, { score: String(score), high: String(high) });
  const end = (score: number, label: string) => (label ? `${score} = ${escapeHtml(label)}` : '');
  const label = `${FONT};font-size:14px;line-height:20px;color:#57534e;padding:6px 4px 0`;
  return `${scoreGroups(scores, (group) => scoreRow(group, nameOf, colours))}
<table ${TABLE} width="100%"><tr><td class="quiet" align="left" valign="top" width="50%" style="${label}">${end(low, lowLabel)}</td><td class="quiet" align="right" valign="top" width="50%" style="${label}">${end(high, highLabel)}</td></tr></table>`;
}

/**
 * Few scores fill one row. More stand in two groups, side by side where both have room and else one below the other, centered as on
 * the respondent's page: blocks that wrap by themselves, since some programs read no media query. Outlook gets a table.
 */
function scoreGroups(scores: number[], row: (group: number[]) => string): string {
  if (scores.length <= ROW_SCORES_MAX) return row(scores);
  const cut = Math.ceil(scores.length / 2);
  const groups = [scores.slice(0, cut), scores.slice(cut)].map((group) => {
    const width = Math.floor(group.length * SCORE_WIDTH);
    const share = ((group.length / cut) * 100).toFixed(2);
    const style = `display:inline-block;vertical-align:top;width:${share}%;max-width:${width}px`;
    return `<!--[if mso]><td width="${width}" valign="top"><![endif]--><div class="group" style="${style}">${row(group)}</div><!--[if mso]></td><![endif]-->`;
  });
  // Without letters there is no gap between the blocks.
  return `<div style="font-size:0;line-height:0;text-align:center"><!--[if mso]><table ${TABLE}><tr><![endif]-->${groups.join('')}<!--[if mso]></tr></table><![endif]--></div>`;
}

function scoreRow(scores: number[], nameOf: (score: number) => string, { onLight }: BrandColours): string {
  const width = (100 / scores.length).toFixed(2);
  const cell = (score: number) =>
    `<td width="${width}%" align="center" style="padding:4px"><a class="score" href="{{answerUrl}}?n=${score}" aria-label="${escapeHtml(nameOf(score))}" style="${FONT};display:block;padding:14px 0;border:1px solid ${onLight};border-radius:8px;background-color:#ffffff;font-size:18px;line-height:24px;font-weight:600;color:${onLight};text-align:center;text-decoration:none">${score}</a></td>`;
  return `<table ${TABLE} width="100%" style="table-layout:fixed"><tr>${scores.map(cell).join('')}</tr></table>`;
}

/** With a scale the scores are the way in and this link is the way round; without one it is the button. */
function callToAction(
  { scores, buttonLabel }: SurveyInvitation,
  texts: MailTexts['surveyInvitation'],
  colours: BrandColours,
): string {
  const label = escapeHtml(buttonLabel);
  if (scores.length > 0) {
    return `<p class="quiet" style="${FONT};margin:0;font-size:14px;line-height:20px;color:#57534e">${escapeHtml(texts.linkHint)} <a class="link" href="{{answerUrl}}" style="color:${colours.onLight};text-decoration:underline">${label}</a></p>`;
  }
  return `<table ${TABLE}><tr><td bgcolor="${colours.ground}" style="border-radius:8px;background-color:${colours.ground}"><a href="{{answerUrl}}" style="${FONT};display:inline-block;padding:14px 28px;font-size:16px;line-height:24px;font-weight:600;color:${colours.ink};text-decoration:none">${label}</a></td></tr></table>`;
}

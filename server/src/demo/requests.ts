import type { CommentBank } from './comment-bank.ts';
import type { Story } from './score-story.ts';

/** Four months ago the house began to take requests by message; until then a guest had to call or come down. */
export const requestsStory: Story = ({ daysAgo }) => (daysAgo > 120 ? 12 : 51);

/** What guests write about how easy it was to get what they needed. */
export const requestsComments: CommentBank = {
  asking: {
    top: [
      'Mandei uma mensagem e em cinco minutos as toalhas estavam no quarto.',
      'Pedi a nota fiscal pelo celular e chegou na hora.',
      'Não precisei explicar duas vezes, já sabiam do meu pedido.',
    ],
    middle: ['Deu certo, mas tive que perguntar de novo.', 'Fácil de pedir, só demorou um pouco.'],
    bottom: [
      'Liguei quatro vezes por um travesseiro.',
      'Cada um me mandava falar com outro setor.',
      'Tive que descer até a recepção para resolver uma coisa simples.',
    ],
  },
  outcome: {
    top: ['Resolveram tudo em um contato só.', 'Mudaram a data da reserva sem eu ter que insistir.'],
    middle: ['Resolveram, mas só no dia seguinte.', 'No fim deu certo, com alguma paciência.'],
    bottom: ['Desisti de pedir e comprei fora.', 'Prometeram retorno e ninguém voltou a falar comigo.'],
  },
};

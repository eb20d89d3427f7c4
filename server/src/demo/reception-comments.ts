import type { CommentBank } from './comment-bank.ts';

/** What guests write about the people at the reception. */
export const receptionComments: CommentBank = {
  people: {
    top: [
      'Me chamaram pelo nome desde o primeiro dia.',
      'Resolveram a troca de quarto em dez minutos, sem burocracia.',
      'A Débora da recepção é um amor, indicou um restaurante ótimo.',
    ],
    middle: ['Educados, mas um pouco perdidos com o sistema.', 'Atenderam bem, só que com pressa.'],
    bottom: [
      'O atendente nem levantou os olhos do computador.',
      'Cada turno me deu uma informação diferente.',
      'Pedi ajuda com as malas e ninguém apareceu.',
    ],
  },
  wait: {
    top: ['Fiz o check-in pelo celular e só peguei a chave.', 'Entrada sem fila nenhuma, nem acreditei.'],
    middle: ['A fila andou, mas faltava gente no balcão.', 'Esperei um quarto de hora, nada demais.'],
    bottom: [
      'Quarenta minutos de fila para devolver uma chave.',
      'Liguei três vezes para a recepção e ninguém atendeu.',
    ],
  },
};

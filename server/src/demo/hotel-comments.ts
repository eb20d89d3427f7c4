import type { ScoreGroup } from '@escuta/contract/metrics';
import type { CommentBank } from './comment-bank.ts';

/** What guests of a hotel write. Each sentence stands alone or beside one of another subject. */
export const hotelComments: CommentBank = {
  arrival: {
    top: [
      'Check-in rapidíssimo, em cinco minutos eu já estava no quarto.',
      'Fui recebida com um sorriso e um suco gelado depois de uma viagem longa.',
      'Chegamos antes do horário e liberaram o quarto sem cobrar nada a mais.',
      'A recepção já sabia meu nome e tinha tudo pronto.',
    ],
    middle: [
      'O check-in demorou um pouco, mas o pessoal foi gentil.',
      'Esperei uns vinte minutos na recepção, o resto foi bom.',
      'Só havia uma pessoa atendendo na chegada.',
    ],
    bottom: [
      'Esperei mais de uma hora na fila do check-in com criança pequena.',
      'Minha reserva não aparecia no sistema e ninguém sabia o que fazer.',
      'Prometeram o quarto para as 14h e só entregaram às 17h.',
      'Cobraram de novo uma diária que já estava paga pelo site.',
    ],
  },
  room: {
    top: [
      'Cama maravilhosa, dormi como há muito tempo não dormia.',
      'O quarto é espaçoso, claro e tem uma vista linda.',
      'O chuveiro é ótimo e as toalhas são macias.',
      'Ar-condicionado silencioso e travesseiros de verdade, um luxo.',
    ],
    middle: [
      'O quarto é bom, mas faltam tomadas perto da cama.',
      'Cama confortável, porém o banheiro é apertado.',
      'O frigobar poderia ter mais opções.',
      'A decoração já pede uma atualização.',
    ],
    bottom: [
      'O ar-condicionado pingou a noite inteira em cima da mala.',
      'Colchão afundado, acordei com dor nas costas.',
      'O chuveiro não esquentava e a manutenção nunca apareceu.',
      'Quarto com cheiro de mofo, tive que pedir para trocar.',
      'As fotos do site não têm nada a ver com o quarto em que fiquei.',
    ],
  },
  breakfast: {
    top: [
      'O café da manhã é um espetáculo à parte: pão quentinho, frutas e tapioca na hora.',
      'Café da manhã farto, com opções sem glúten, adorei.',
      'O bolo de fubá do café é o melhor que já comi em hotel.',
      'A moça da tapioca merece um prêmio!',
    ],
    middle: [
      'O café da manhã é gostoso, mas repete todos os dias.',
      'Café bom, só que a reposição demora depois das 9h.',
      'Faltaram opções para quem não come carne no café.',
    ],
    bottom: [
      'Café da manhã frio, com fila até para pegar pão.',
      'Às 9h já não tinha fruta nem ovo no café da manhã.',
      'O café é aguado e o suco é de pozinho.',
      'Mesas sujas e ninguém para limpar durante o café.',
    ],
  },
  noise: {
    top: ['Silêncio total à noite, dormimos como anjos.', 'Mesmo com o hotel cheio não ouvi barulho nenhum.'],
    middle: ['Dá para ouvir o elevador se o quarto for perto dele.', 'De madrugada ouvi um pouco de barulho da rua.'],
    bottom: [
      'Barulho de rua a noite toda, a janela não veda.',
      'Festa no salão até as duas da manhã e ninguém tomou providência.',
      'As paredes parecem de papel, ouvi toda a conversa do vizinho.',
      'Não consegui dormir com o barulho do gerador.',
    ],
  },
  staff: {
    top: [
      'Equipe atenciosa do começo ao fim.',
      'A Jussara da recepção resolveu tudo com uma simpatia enorme.',
      'O pessoal do restaurante lembrou que meu filho tem alergia, fiquei emocionada.',
      'Todo mundo dá bom dia e pergunta se precisamos de algo.',
      'O concierge conseguiu ingressos de última hora para nós.',
    ],
    middle: [
      'Atendimento correto, mas sem aquele algo a mais.',
      'Uns funcionários são ótimos, outros nem olham para a gente.',
      'Equipe simpática, só que pequena para o hotel cheio.',
    ],
    bottom: [
      'Liguei quatro vezes para a recepção e ninguém atendeu.',
      'O gerente foi grosseiro quando reclamei da cobrança.',
      'Funcionários perdidos, cada um dizia uma coisa.',
      'Pedi um berço três vezes e ele nunca chegou.',
    ],
  },
  price: {
    top: ['Pelo que oferece, o preço é muito justo.', 'Vale cada centavo.'],
    middle: [
      'Achei a diária um pouco salgada.',
      'O estacionamento cobrado à parte pesa no fim.',
      'Bom, mas por esse preço esperava um pouco mais.',
    ],
    bottom: [
      'Caro demais para o que entrega.',
      'Cobram até a água do quarto, um absurdo.',
      'Paguei preço de cinco estrelas e recebi três.',
    ],
  },
  wifi: {
    top: ['O Wi-Fi aguentou minhas reuniões por vídeo o dia todo.', 'Internet rápida até na varanda.'],
    middle: ['O Wi-Fi cai de vez em quando no quarto.', 'Internet boa no lobby, fraca no quarto.'],
    bottom: ['Wi-Fi inútil, tive que trabalhar pelo celular.', 'A internet pedia senha de novo a cada dez minutos.'],
  },
  cleaning: {
    top: ['Limpeza impecável, dá gosto de ver.', 'As camareiras são umas queridas e deixam tudo brilhando.'],
    middle: ['A limpeza é boa, mas passou só depois das 16h.', 'Esqueceram de repor o xampu.'],
    bottom: [
      'Encontrei cabelo no box e lençol manchado.',
      'Não limparam o quarto em dois dos três dias.',
      'Havia poeira embaixo da cama e no ar-condicionado.',
    ],
  },
  location: {
    top: ['Localização perfeita, dá para fazer tudo a pé.', 'Perto do metrô e cheio de restaurantes em volta.'],
    middle: ['Bem localizado, mas a rua é escura à noite.'],
    bottom: ['O entorno é perigoso à noite e o hotel não oferece transporte.'],
  },
};

/** The beach house has its own subjects. */
export const beachComments: CommentBank = {
  ...hotelComments,
  location: {
    top: [
      'Pé na areia de verdade, acordar com aquele mar não tem preço.',
      'O serviço de praia com cadeira e guarda-sol é ótimo.',
      'Vimos golfinhos da varanda, inesquecível!',
    ],
    middle: [
      'A praia é linda, mas faltam cadeiras quando o hotel está cheio.',
      'O acesso à praia podia ser mais bem sinalizado.',
    ],
    bottom: ['Tinha fila até para pegar guarda-sol na areia.', 'O quiosque da praia fechou às 15h em pleno feriado.'],
  },
  pool: {
    top: ['As crianças não queriam sair da piscina aquecida.', 'A equipe de recreação é nota mil, meus filhos amaram.'],
    middle: ['Piscina bonita, mas pequena para tanta gente.', 'A piscina aquecida estava morna.'],
    bottom: ['Piscina lotada e com água turva na alta temporada.', 'Não havia salva-vidas na piscina das crianças.'],
  },
  season: {
    top: ['Mesmo lotado, o hotel deu conta de tudo.'],
    middle: ['No feriado o hotel fica cheio demais, prefiro fora de temporada.'],
    bottom: [
      'Hotel superlotado em janeiro, nada funciona direito.',
      'Na alta temporada o atendimento some.',
      'Faltou água no quarto dois dias seguidos no verão.',
    ],
  },
};

/** While the renovation went on, and after it. */
export const worksComments: CommentBank = {
  works: {
    top: ['Mesmo em obra, a equipe fez de tudo para compensar.'],
    middle: [
      'A obra atrapalha um pouco, mas dá para ver que vai ficar bonito.',
      'Podiam avisar da reforma no momento da reserva.',
    ],
    bottom: [
      'Furadeira às oito da manhã, ninguém avisou que o hotel estava em obra.',
      'Poeira de obra no corredor e elevador parado.',
      'Fiquei ao lado da reforma e não me deram desconto nenhum.',
      'Metade do hotel fechada por causa da obra e o preço continua o mesmo.',
    ],
  },
};
export const renewedComments: CommentBank = {
  renewed: {
    top: [
      'A reforma ficou linda, parece outro hotel!',
      'Os quartos novos são muito mais bonitos e silenciosos.',
      'Adorei o lobby novo, dá vontade de ficar.',
      'Voltei depois da reforma e fiquei impressionado.',
      'O banheiro reformado é um sonho.',
    ],
    middle: ['A reforma melhorou muito, falta terminar a academia.', 'O quarto novo é bonito, só achei a luz fraca.'],
    bottom: ['O lobby ficou bonito, mas peguei um quarto que ainda não foi reformado.'],
  },
};

/** Restaurant and kiosk of the hotel. */
export const tableComments: CommentBank = {
  food: {
    top: [
      'A moqueca é a melhor que já comi na ilha.',
      'Peixe fresquíssimo e no ponto certo.',
      'O risoto de camarão estava divino.',
      'A sobremesa de banana com doce de leite é imperdível.',
    ],
    middle: [
      'Comida boa, porções pequenas.',
      'O prato estava gostoso, mas chegou morno.',
      'Cardápio curto para quem fica a semana toda.',
    ],
    bottom: [
      'Pedi camarão e veio borrachudo.',
      'A comida chegou fria e sem sal.',
      'Encontrei espinha no prato infantil.',
    ],
  },
  waiting: {
    top: ['Pratos rápidos mesmo com a casa cheia.', 'O garçom Ademir é fera, não deixa faltar nada.'],
    middle: ['Demorou uns quarenta minutos, mas valeu.', 'O serviço é simpático, só precisa de mais gente.'],
    bottom: [
      'Esperamos uma hora e meia pelo almoço.',
      'Tivemos que chamar o garçom três vezes para pedir a conta.',
      'Esqueceram nosso pedido e nem pediram desculpas.',
    ],
  },
  bill: {
    top: ['Preço honesto para uma vista dessas.'],
    middle: ['As bebidas são caras.'],
    bottom: ['A conta veio com um couvert que não pedimos.', 'Preço de turista, qualidade de quiosque.'],
  },
};

export const shortComments: Readonly<Record<ScoreGroup, readonly string[]>> = {
  top: [
    'Tudo ótimo!',
    'Top demais',
    'Excelente, voltaremos!',
    'Perfeito.',
    'amei tudo',
    'Parabéns à equipe 👏',
    'Super recomendo.',
  ],
  middle: ['Bom.', 'Gostei, mas pode melhorar.', 'ok', 'Nada a reclamar, nada de especial.'],
  bottom: ['Péssimo.', 'Não volto mais.', 'Decepcionante', 'Esperava muito mais.'],
};

/** Guests from across the border, many of them in the summer. */
export const spanishComments: Readonly<Record<ScoreGroup, readonly string[]>> = {
  top: [
    'Excelente atención, nos sentimos como en casa.',
    'El desayuno es riquísimo y muy variado.',
    'La playa está a un paso, un paraíso.',
    'El personal se esforzó por hablarnos en español, ¡gracias!',
    'Volveremos el próximo verano con toda la familia.',
    'La habitación impecable y con una vista hermosa.',
  ],
  middle: [
    'Muy lindo hotel, pero el wifi falla en la habitación.',
    'El desayuno es rico, aunque se repite todos los días.',
    'Buena ubicación; la habitación era algo chica.',
    'Todo bien, solo que el check-in fue lento.',
  ],
  bottom: [
    'Esperamos dos horas por la habitación.',
    'La pileta estaba sucia y llena de gente.',
    'Nadie en recepción hablaba español y no pudimos resolver el problema.',
    'El aire acondicionado no funcionaba en pleno enero.',
    'Nos cobraron un consumo que no hicimos.',
  ],
};

/* cspell:disable */

/** First and last names as they are given in Brazil today. */
export const firstNames = [
  'Adriana', 'Adriano', 'Alexandre', 'Alice', 'Aline', 'Amanda', 'Ana', 'Ana Beatriz', 'Ana Carolina', 'Ana Clara', 'Ana Luísa', 'Ana Paula',
  'André', 'Andréia', 'Antônio', 'Arthur', 'Augusto', 'Bárbara', 'Beatriz', 'Benício', 'Bernardo', 'Bianca', 'Breno', 'Bruna', 'Bruno', 'Caio',
  'Camila', 'Carla', 'Carlos', 'Carlos Eduardo', 'Carolina', 'Cátia', 'Cecília', 'Célia', 'César', 'Cíntia', 'Clara', 'Cláudia', 'Cláudio',
  'Cristiane', 'Cristiano', 'Daniel', 'Daniela', 'Danilo', 'Davi', 'Débora', 'Denise', 'Diego', 'Diogo', 'Douglas', 'Edson', 'Eduarda', 'Eduardo',
  'Elaine', 'Eliane', 'Elisa', 'Emanuel', 'Érica', 'Estela', 'Fabiana', 'Fábio', 'Fabrício', 'Felipe', 'Fernanda', 'Fernando', 'Flávia', 'Flávio',
  'Francisco', 'Gabriel', 'Gabriela', 'Geraldo', 'Gilberto', 'Giovana', 'Gisele', 'Guilherme', 'Gustavo', 'Heitor', 'Helena', 'Heloísa', 'Henrique',
  'Hugo', 'Igor', 'Inês', 'Isabel', 'Isabela', 'Isadora', 'Ivan', 'Jaqueline', 'Jéssica', 'Joana', 'João', 'João Pedro', 'João Vitor', 'Joaquim',
  'Jorge', 'José', 'José Carlos', 'Josué', 'Juliana', 'Juliano', 'Júlia', 'Júlio', 'Karina', 'Kátia', 'Laís', 'Lara', 'Larissa', 'Laura', 'Leandro',
  'Leonardo', 'Letícia', 'Lígia', 'Lilian', 'Lívia', 'Lorena', 'Lourdes', 'Luana', 'Lucas', 'Lúcia', 'Luciana', 'Luciano', 'Luís', 'Luísa', 'Luiz',
  'Luiz Fernando', 'Luiza', 'Maíra', 'Manuela', 'Marcela', 'Marcelo', 'Márcia', 'Márcio', 'Marcos', 'Maria', 'Maria Clara', 'Maria Eduarda',
  'Maria Fernanda', 'Mariana', 'Marina', 'Mário', 'Marta', 'Mateus', 'Maurício', 'Mayara', 'Melissa', 'Miguel', 'Milena', 'Mirela', 'Moisés',
  'Mônica', 'Murilo', 'Natália', 'Nelson', 'Nicole', 'Olívia', 'Otávio', 'Patrícia', 'Paula', 'Paulo', 'Paulo Henrique', 'Pedro', 'Pedro Henrique',
  'Priscila', 'Rafael', 'Rafaela', 'Raquel', 'Raul', 'Regina', 'Renan', 'Renata', 'Renato', 'Ricardo', 'Roberta', 'Roberto', 'Rodrigo', 'Rogério',
  'Ronaldo', 'Rosana', 'Rubens', 'Sabrina', 'Samuel', 'Sandra', 'Sara', 'Sérgio', 'Silvana', 'Sílvia', 'Simone', 'Sofia', 'Solange', 'Sônia', 'Stela',
  'Suzana', 'Tatiana', 'Thaís', 'Thiago', 'Tomás', 'Valentina', 'Valéria', 'Vanessa', 'Vera', 'Vicente', 'Vinícius', 'Vitor', 'Vitória', 'Viviane',
  'Wagner', 'Wesley', 'William', 'Yasmin',
] as const;

export const lastNames = [
  'Abreu', 'Aguiar', 'Albuquerque', 'Alencar', 'Almeida', 'Alves', 'Amaral', 'Amorim', 'Andrade', 'Antunes', 'Aragão', 'Araújo', 'Arruda', 'Assis',
  'Azevedo', 'Bandeira', 'Barbosa', 'Barcelos', 'Barreto', 'Barros', 'Bastos', 'Batista', 'Bezerra', 'Bittencourt', 'Borges', 'Braga', 'Brandão',
  'Brito', 'Bueno', 'Caldeira', 'Camargo', 'Campos', 'Cardoso', 'Carneiro', 'Carvalho', 'Castro', 'Cavalcanti', 'Chaves', 'Coelho', 'Cordeiro',
  'Corrêa', 'Costa', 'Coutinho', 'Cunha', 'Dantas', 'Dias', 'Diniz', 'Domingues', 'Dornelles', 'Duarte', 'Esteves', 'Falcão', 'Farias', 'Fernandes',
  'Ferraz', 'Ferreira', 'Figueiredo', 'Fonseca', 'Fontes', 'Franco', 'Freire', 'Freitas', 'Furtado', 'Galvão', 'Garcia', 'Gomes', 'Gonçalves',
  'Gouveia', 'Guedes', 'Guerra', 'Guimarães', 'Gusmão', 'Hoffmann', 'Holanda', 'Kuhn', 'Lacerda', 'Leal', 'Leão', 'Leite', 'Lemos', 'Lima', 'Lins',
  'Lisboa', 'Lobo', 'Lopes', 'Macedo', 'Machado', 'Maciel', 'Magalhães', 'Maia', 'Marinho', 'Marques', 'Martins', 'Matos', 'Medeiros', 'Meireles',
  'Mello', 'Mendes', 'Menezes', 'Mesquita', 'Miranda', 'Monteiro', 'Moraes', 'Moreira', 'Mota', 'Moura', 'Muniz', 'Müller', 'Nakamura', 'Nascimento',
  'Neves', 'Nogueira', 'Novaes', 'Nunes', 'Oliveira', 'Pacheco', 'Padilha', 'Paiva', 'Paixão', 'Passos', 'Peixoto', 'Pereira', 'Pessoa', 'Pimentel',
  'Pinheiro', 'Pinto', 'Pires', 'Porto', 'Prado', 'Queiroz', 'Ramos', 'Rangel', 'Reis', 'Resende', 'Ribeiro', 'Rocha', 'Rodrigues', 'Rossi', 'Sá',
  'Sales', 'Sampaio', 'Santana', 'Santiago', 'Santos', 'Saraiva', 'Sato', 'Schmidt', 'Siqueira', 'Silva', 'Silveira', 'Simões', 'Soares', 'Souza',
  'Tanaka', 'Tavares', 'Teixeira', 'Teles', 'Toledo', 'Torres', 'Trindade', 'Valente', 'Vargas', 'Vasconcelos', 'Vaz', 'Veiga', 'Viana', 'Vidal',
  'Vieira', 'Vilela', 'Xavier', 'Zanetti',
] as const;

/** Companies that the guests travel for. */
export const workplaces = [
  'Agropecuária Santa Rita', 'Alfa Contabilidade', 'Arquitetura Lume', 'Auto Peças Canguru', 'Banco Meridional', 'BioVida Diagnósticos',
  'Café Serra Alta', 'Cerâmica Portobelo do Vale', 'Clínica Horizonte Azul', 'Colégio Monte Castelo', 'Conecta Telecom', 'Construtora Vale Verde',
  'Cooperativa Campo Novo', 'Corretora Pedra Branca', 'Distribuidora Três Irmãos', 'Editora Quatro Ventos', 'Eletro Sul Montagens',
  'Engenharia Prumo', 'Escritório Moura e Teles Advogados', 'Estaleiro Itaguaçu', 'Farmácias Bem Viver', 'Fazenda Boa Esperança', 'Feira Viva Eventos',
  'Ferragens Dois Irmãos', 'Frigorífico Campanha', 'Fundação Ipê', 'Gráfica Expressa', 'Grupo Litoral Turismo', 'Hospital São Lucas',
  'Imobiliária Beira-Mar', 'Indústrias Fontana', 'Instituto Semear', 'Laticínios Serra Azul', 'Livraria Capitu', 'Log Rápida Transportes',
  'Madeireira Araucária', 'Metalúrgica Ferrari', 'Móveis Canela', 'Nordeste Tecidos', 'Núcleo Consultoria', 'Ótica Central', 'Padaria Pão de Mel',
  'Panificadora Trigo Bom', 'Papelaria Arco-Íris', 'Pousada das Flores', 'Prefeitura de Jardim Novo', 'Química Atlântica', 'Rede Sabor',
  'Rota Viagens', 'Seguros Confiança', 'Software Jacarandá', 'Sorvetes Polar', 'Studio Criativo Mar', 'Supermercados Bom Dia', 'Tecelagem Blumenauense',
  'Têxtil Rio Claro', 'Transportes Bandeirante', 'Universidade do Planalto', 'Usina Boa Vista', 'Vinícola Campo Largo',
] as const;

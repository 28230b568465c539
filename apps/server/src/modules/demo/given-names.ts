/** Most common names of adults first; the reference list ranks newborns. */
export interface GivenNames {
  male: readonly string[];
  female: readonly string[];
}

const names = (male: string, female: string): GivenNames => ({ male: male.split(' '), female: female.split(' ') });

export const givenNames: Readonly<Record<string, GivenNames>> = {
  RU: names(
    'Александр Сергей Дмитрий Андрей Алексей Максим Евгений Иван Михаил Артём Николай Владимир Денис Антон Павел Роман Илья Игорь Кирилл Никита Олег Константин Виктор Юрий Василий Виталий Егор Антон Даниил Станислав Вадим Анатолий Валерий Руслан Тимур Григорий Вячеслав Леонид Борис Фёдор Глеб Георгий Степан Пётр Тимофей Матвей Ярослав Арсений Семён Эдуард Марат Ринат Лев Марк Богдан Аркадий Захар',
    'Елена Анна Ольга Наталья Екатерина Татьяна Мария Анастасия Ирина Юлия Светлана Александра Дарья Ксения Виктория Марина Евгения Алина Полина Елизавета Валерия Людмила Надежда Вероника Оксана Кристина Яна Галина Вера Софья Маргарита Алёна Любовь Диана Лариса Инна Ульяна Варвара Алиса Арина Карина Жанна Регина Эльвира Милана Кира Нина Лидия Валентина Тамара Антонина Василиса',
  ),
  US: names(
    'James Robert John Michael David William Richard Joseph Thomas Christopher Charles Daniel Matthew Anthony Mark Steven Andrew Paul Joshua Kenneth Kevin Brian Timothy Ronald Jason George Edward Jeffrey Ryan Jacob Nicholas Gary Eric Jonathan Stephen Larry Justin Scott Brandon Benjamin Samuel Gregory Alexander Patrick Frank Raymond Jack Dennis Tyler Aaron Jose Adam Nathan Henry Zachary Douglas Peter Kyle Noah Ethan',
    'Mary Patricia Jennifer Linda Elizabeth Barbara Susan Jessica Karen Sarah Lisa Nancy Sandra Ashley Emily Kimberly Margaret Donna Michelle Carol Amanda Melissa Deborah Stephanie Rebecca Laura Helen Sharon Cynthia Kathleen Amy Angela Anna Brenda Pamela Emma Nicole Samantha Katherine Christine Rachel Carolyn Janet Maria Heather Diane Olivia Julie Joyce Victoria Kelly Christina Lauren Joan Evelyn Judith Megan Andrea Cheryl Hannah',
  ),
  DE: names(
    'Thomas Michael Andreas Stefan Christian Daniel Markus Martin Sebastian Alexander Tobias Jan Matthias Florian Philipp Jonas Lukas Frank Oliver Felix Tim Patrick Dennis Benjamin Simon Max Nils Marcel Christoph Peter Julian David Uwe Ralf Fabian Moritz Paul Dominik Sven Robert',
    'Anna Julia Sabine Katharina Claudia Stefanie Nicole Sandra Lisa Laura Christina Melanie Sarah Andrea Anja Daniela Maria Lena Susanne Petra Nadine Franziska Johanna Sophie Jana Martina Birgit Kathrin Carolin Hannah Miriam Eva Theresa Monika Silke Tanja Svenja Nina Vanessa Ines',
  ),
  FR: names(
    'Jean Pierre Michel Nicolas Thomas Julien Alexandre Antoine Guillaume Maxime David Christophe Laurent Olivier Sébastien Mathieu Vincent Romain Benjamin Clément Pascal Stéphane Jérôme Cédric Florian Lucas Hugo Arnaud Fabien Quentin François Damien Rémi Adrien Thibault',
    'Marie Nathalie Isabelle Sophie Camille Julie Céline Émilie Claire Laura Aurélie Caroline Sandrine Stéphanie Charlotte Pauline Mathilde Manon Élodie Virginie Valérie Anne Hélène Lucie Delphine Sarah Léa Marion Audrey Mélanie Florence Laetitia Chloé Juliette Amandine',
  ),
  PL: names(
    'Piotr Krzysztof Andrzej Tomasz Jan Paweł Michał Marcin Jakub Adam Marek Łukasz Grzegorz Mateusz Wojciech Mariusz Dariusz Maciej Rafał Robert Kamil Dawid Szymon Bartosz Sebastian Artur Damian Przemysław Filip Jacek',
    'Anna Maria Katarzyna Małgorzata Agnieszka Barbara Ewa Magdalena Joanna Aleksandra Monika Natalia Karolina Dorota Marta Beata Julia Iwona Paulina Justyna Sylwia Renata Edyta Kinga Weronika Patrycja Alicja Izabela Dominika Klaudia',
  ),
  IN: names(
    'Rahul Amit Rajesh Sanjay Vijay Arjun Suresh Anil Rohit Vikram Karthik Manoj Deepak Ravi Sandeep Ashok Nikhil Abhishek Pradeep Aditya Harish Mohit Varun Gaurav Arun Naveen Siddharth Prakash Ajay Vivek Kunal Ankit Ramesh Rohan Sachin',
    'Priya Anjali Pooja Neha Kavita Sunita Deepika Divya Swati Shreya Meera Lakshmi Ritu Sneha Nisha Asha Ananya Aishwarya Preeti Rekha Shalini Komal Sonia Radhika Padma Vidya Megha Bhavna Jyoti Tanvi',
  ),
  ES: names(
    'Antonio Manuel José Francisco David Juan Javier Daniel Carlos Miguel Alejandro Rafael Pedro Ángel Pablo Sergio Fernando Jorge Luis Alberto Álvaro Diego Adrián Raúl Rubén Iván Víctor Óscar Roberto Marcos',
    'María Carmen Ana Isabel Laura Cristina Marta Lucía Elena Pilar Paula Raquel Sara Patricia Beatriz Rocío Silvia Nuria Andrea Mónica Alba Irene Julia Sandra Eva Sonia Rosa Teresa Natalia Clara',
  ),
  IT: names(
    'Giuseppe Marco Andrea Francesco Alessandro Luca Antonio Matteo Davide Stefano Roberto Paolo Lorenzo Simone Giovanni Fabio Riccardo Daniele Federico Michele Claudio Massimo Alberto Nicola Gabriele Enrico Emanuele Filippo Salvatore Vincenzo',
    'Maria Anna Giulia Francesca Chiara Sara Laura Valentina Federica Martina Silvia Elena Alessandra Paola Elisa Giorgia Roberta Alice Ilaria Monica Barbara Claudia Serena Cristina Daniela Marta Eleonora Simona Veronica Arianna',
  ),
  BR: names(
    'José João Antônio Francisco Carlos Paulo Pedro Lucas Luiz Marcos Gabriel Rafael Daniel Marcelo Bruno Eduardo Felipe Rodrigo Mateus André Fernando Fábio Leonardo Gustavo Guilherme Leandro Tiago Ricardo Vinícius Diego',
    'Maria Ana Adriana Juliana Márcia Fernanda Patrícia Aline Camila Bruna Amanda Letícia Jéssica Vanessa Mariana Gabriela Larissa Beatriz Luciana Renata Carolina Cristiane Débora Tatiane Simone Daniela Isabela Natália Priscila Sabrina',
  ),
  TR: names(
    'Mehmet Mustafa Ahmet Ali Hüseyin Hasan İbrahim Murat Osman Yusuf Ömer Emre Burak Can Serkan Kemal Onur Fatih Cem Volkan Deniz Tolga Kerem Barış Hakan',
    'Fatma Ayşe Emine Hatice Zeynep Elif Meryem Merve Büşra Esra Selin Özge Ebru Gizem Derya Pınar Sibel Seda Tuğba Ece Burcu Aslı Melis İrem Ceren',
  ),
  NL: names(
    'Jan Peter Johan Hendrik Daan Bram Thijs Jeroen Martijn Sander Bart Tim Rob Erik Mark Jasper Niels Ruben Stefan Wouter Tom Pieter Maarten Lars Koen',
    'Anna Maria Sophie Emma Lisa Eva Sanne Anouk Marieke Femke Lotte Iris Inge Esther Linda Karin Marloes Nienke Judith Laura Fleur Roos Kim Manon Ellen',
  ),
  PT: names(
    'João José António Manuel Pedro Tiago Miguel Rui Luís Paulo Ricardo Nuno Carlos Diogo Bruno Francisco André Hugo Gonçalo Filipe Jorge Fernando Rafael Vasco Sérgio',
    'Maria Ana Sofia Inês Joana Catarina Marta Rita Sara Cláudia Patrícia Carla Sandra Mariana Beatriz Susana Helena Paula Teresa Andreia Diana Cristina Filipa Raquel Vera',
  ),
  RO: names(
    'Andrei Alexandru Mihai Ionuț Cristian Gabriel Adrian Florin Bogdan Marius Ștefan Vlad Radu Daniel Lucian Cătălin Sorin Răzvan George Victor Dragoș Ovidiu Claudiu Paul Tudor',
    'Maria Elena Ioana Andreea Mihaela Alexandra Cristina Ana Gabriela Raluca Daniela Simona Diana Oana Roxana Laura Monica Alina Adriana Carmen Irina Bianca Larisa Teodora Anca',
  ),
  SE: names(
    'Erik Lars Karl Anders Johan Per Mikael Jan Peter Fredrik Daniel Andreas Marcus Magnus Henrik Mattias Jonas Oskar Viktor Gustav Niklas Simon Emil Björn Filip',
    'Anna Maria Emma Elin Sara Karin Lena Johanna Hanna Ida Malin Linnea Sofia Frida Jenny Kristina Cecilia Ulrika Josefin Linda Therese Elsa Ebba Moa Annika',
  ),
  MX: names(
    'José Juan Luis Carlos Jorge Miguel Francisco Jesús Alejandro Ricardo Fernando Eduardo Roberto Javier Sergio Daniel Rafael Arturo Antonio Héctor Raúl Óscar Diego Andrés Gerardo',
    'María Guadalupe Ana Gabriela Alejandra Verónica Patricia Laura Claudia Rosa Leticia Fernanda Adriana Daniela Sofía Mariana Karla Elena Lucía Andrea Silvia Mónica Paola Valeria Diana',
  ),
};

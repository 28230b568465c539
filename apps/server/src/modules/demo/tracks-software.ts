import type { Track } from './track.ts';

const it = ['it', 'it', 'it', 'it', 'finance', 'retail', 'media', 'services', 'logistics'] as const;
const software = { kind: 'engineer', field: 'computing', sectors: it, women: 0.16 } as const;

/** Careers of those who write software. */
export const softwareTracks: readonly Track[] = [
  {
    ...software,
    id: 'backend',
    weight: 11,
    titles: [
      ['Backend Developer', 'Backend-разработчик'],
      ['Software Engineer', 'Инженер-программист'],
      ['Software Developer', 'Разработчик ПО'],
    ],
    lead: ['Team Lead', 'Тимлид'],
    head: ['Head of Development', 'Руководитель отдела разработки'],
    stacks: [
      'Java|Spring Boot|Spring|Hibernate|Maven|JUnit|Apache Kafka|Gradle|Mockito|JDBC',
      'Python|Django|FastAPI|Flask|Celery|SQLAlchemy|Pytest|Asynchronous programming|pandas',
      'Go|gRPC|Microservices|Protocol Buffers|Apache Kafka|Highload|Prometheus|NATS',
      'PHP|Laravel|Symfony|MySQL|Yii|WordPress|Bitrix|JavaScript|jQuery',
      'C#|.NET|ASP.NET|Entity Framework|Microsoft SQL Server|WPF|Blazor|Azure DevOps|T-SQL',
      'Node.js|TypeScript|NestJS|Express|GraphQL|MongoDB|JavaScript|Serverless',
      'Ruby|Ruby on Rails|Redis|JavaScript|Heroku|BDD',
      'C++|STL|Boost|Multithreading|Linux|Qt|Algorithms|Data structures|Python',
      'Scala|Akka|Apache Spark|Functional programming|Apache Cassandra|Java|Play Framework',
      'Rust|C++|Linux|Distributed systems|WebAssembly|Blockchain',
      'Kotlin|Spring Boot|Java|Gradle|Apache Kafka|Quarkus|Microservices',
    ],
    common:
      'Git|PostgreSQL|Docker|REST API|SQL|Linux|Redis|RabbitMQ|Microservices|CI/CD|Kubernetes|MongoDB|MySQL|Elasticsearch|Agile|Scrum|Jira|AWS|Unit testing|Design patterns|SOLID|ClickHouse|Nginx|GitLab CI|System design|Object-oriented programming|Code review|Swagger|TDD|Grafana|Domain-driven design|Software architecture|Confluence|Postman|Bash|OAuth',
    next: ['fullstack', 'devops', 'dataengineer', 'architect'],
  },
  {
    ...software,
    id: 'frontend',
    weight: 7,
    titles: [
      ['Frontend Developer', 'Frontend-разработчик'],
      ['Web Developer', 'Веб-разработчик'],
      ['JavaScript Developer', 'JavaScript-разработчик'],
    ],
    lead: ['Frontend Team Lead', 'Тимлид frontend-разработки'],
    head: ['Head of Development', 'Руководитель отдела разработки'],
    stacks: [
      'React|TypeScript|JavaScript|Redux|Next.js|MobX|Jest|Webpack',
      'Vue.js|JavaScript|TypeScript|Nuxt.js|Vite|Sass|Webpack',
      'Angular|TypeScript|RxJS|JavaScript|Sass|Jest',
      'JavaScript|HTML|CSS|jQuery|Bootstrap|WordPress|PHP',
      'React|JavaScript|Three.js|D3.js|WebSocket|Node.js',
      'Svelte|TypeScript|Vite|Tailwind CSS|JavaScript',
    ],
    common:
      'HTML|CSS|Git|REST API|Sass|Responsive web design|Webpack|Figma|Node.js|GraphQL|Tailwind CSS|Bootstrap|Agile|Scrum|Jira|Cypress|Playwright|Web accessibility|Single-page applications|Unit testing|Docker|npm|Design systems|WebSocket|Vite|GitLab|Code review|CI/CD|Material UI|Less|AJAX',
    next: ['fullstack', 'designer', 'mobile'],
    women: 0.24,
  },
  {
    ...software,
    id: 'fullstack',
    weight: 5,
    titles: [
      ['Full Stack Developer', 'Fullstack-разработчик'],
      ['Web Developer', 'Веб-программист'],
      ['Software Engineer', 'Программист'],
    ],
    lead: ['Technical Lead', 'Технический лидер'],
    head: ['Chief Technology Officer', 'Технический директор'],
    stacks: [
      'JavaScript|TypeScript|React|Node.js|Express|MongoDB|Next.js',
      'Python|Django|JavaScript|React|PostgreSQL|Vue.js',
      'PHP|Laravel|Vue.js|MySQL|JavaScript|Bitrix',
      'C#|ASP.NET|Angular|Microsoft SQL Server|TypeScript|.NET',
      'Java|Spring Boot|Angular|TypeScript|PostgreSQL|React',
      'Ruby|Ruby on Rails|React|PostgreSQL|JavaScript',
    ],
    common:
      'HTML|CSS|Git|Docker|REST API|SQL|PostgreSQL|MySQL|Linux|Nginx|GraphQL|AWS|CI/CD|Redis|Agile|Scrum|Jira|Webpack|Tailwind CSS|Bootstrap|WebSocket|Firebase|OAuth|Unit testing|Google Cloud|Microsoft Azure|jQuery|System design|Low-code',
    next: ['backend', 'frontend', 'product'],
  },
  {
    ...software,
    id: 'mobile',
    weight: 3.4,
    titles: [
      ['Mobile Developer', 'Мобильный разработчик'],
      ['Android Developer', 'Android-разработчик'],
      ['iOS Developer', 'iOS-разработчик'],
    ],
    lead: ['Mobile Team Lead', 'Тимлид мобильной разработки'],
    head: ['Head of Mobile Development', 'Руководитель мобильной разработки'],
    stacks: [
      'Android|Kotlin|Java|Jetpack Compose|RxJava|Android Studio|Gradle|SQLite',
      'iOS|Swift|SwiftUI|UIKit|Xcode|Objective-C',
      'Flutter|Dart|Firebase|Android|iOS|Mobile development',
      'React Native|TypeScript|JavaScript|React|Redux|iOS|Android',
      'Kotlin|Kotlin Multiplatform|Android|iOS|Jetpack Compose',
    ],
    common:
      'Git|REST API|Mobile development|Firebase|CI/CD|Unit testing|Figma|Agile|Scrum|Jira|GraphQL|Design patterns|Multithreading|SQLite|WebSocket|SOLID|App store optimization|Code review|Object-oriented programming|Appium',
    next: ['backend', 'fullstack'],
    women: 0.15,
  },
  {
    ...software,
    id: 'devops',
    weight: 3.6,
    titles: [
      ['DevOps Engineer', 'DevOps-инженер'],
      ['Site Reliability Engineer', 'SRE-инженер'],
      ['Cloud Engineer', 'Облачный инженер'],
    ],
    lead: ['DevOps Team Lead', 'Тимлид DevOps'],
    head: ['Head of Infrastructure', 'Руководитель отдела инфраструктуры'],
    stacks: [
      'Kubernetes|Docker|Terraform|Helm|AWS|Prometheus|Grafana|Argo CD',
      'Linux|Ansible|Docker|GitLab CI|Nginx|Zabbix|PostgreSQL|HAProxy',
      'Microsoft Azure|Azure DevOps|Terraform|Kubernetes|PowerShell|Docker',
      'Google Cloud|Kubernetes|Terraform|Istio|Prometheus|Go',
      'Yandex Cloud|Kubernetes|Terraform|GitLab CI|ELK Stack|Docker',
      'AWS|Amazon EKS|AWS Lambda|AWS CloudFormation|Python|Jenkins|Amazon RDS',
    ],
    common:
      'CI/CD|Git|Bash|Python|Jenkins|Infrastructure as code|ELK Stack|DevOps|Monitoring|GitOps|HashiCorp Vault|OpenShift|RabbitMQ|Apache Kafka|PostgreSQL|Redis|DNS|TCP/IP|VMware|GitHub Actions|Consul|SRE|Computer networks|Datadog|TeamCity|Nexus Repository|SonarQube|VPN|DevSecOps|OpenTelemetry|Agile|Jira',
    next: ['security', 'architect'],
    women: 0.08,
  },
  {
    ...software,
    id: 'tester',
    weight: 4.5,
    titles: [
      ['QA Engineer', 'Инженер по тестированию'],
      ['Software Tester', 'Тестировщик'],
      ['QA Automation Engineer', 'Инженер по автоматизации тестирования'],
    ],
    lead: ['QA Lead', 'Руководитель группы тестирования'],
    head: ['Head of Quality Assurance', 'Руководитель отдела тестирования'],
    stacks: [
      'Manual testing|Test cases|Postman|SQL|Charles Proxy|TestRail|Regression testing',
      'Test automation|Python|Pytest|Selenium|Playwright|API testing|Allure',
      'Test automation|Java|Selenium|JUnit|Selenide|TestNG|Allure|Cucumber',
      'TypeScript|Cypress|Playwright|JavaScript|API testing|Test automation',
      'Load testing|JMeter|Gatling|k6|Grafana|LoadRunner',
      'Manual testing|Android|iOS|Appium|Charles Proxy|Test cases',
    ],
    common:
      'Software testing|Jira|Git|SQL|REST API|Functional testing|Integration testing|Swagger|Confluence|Agile|Scrum|Postman|Jenkins|Docker|Linux|Usability testing|CI/CD|Bash|TestRail|Regression testing|Technical documentation|SoapUI|GitLab CI|Kibana|BDD|Attention to detail',
    next: ['systemanalyst', 'backend', 'project'],
    women: 0.5,
  },
  {
    ...software,
    id: 'onec',
    weight: 3,
    russianOnly: true,
    sectors: ['it', 'retail', 'industry', 'services', 'logistics', 'finance', 'construction'],
    titles: [
      ['1C Developer', 'Программист 1С'],
      ['1C Developer', 'Разработчик 1С'],
      ['1C Consultant', 'Консультант 1С'],
    ],
    lead: ['Lead 1C Developer', 'Руководитель группы разработки 1С'],
    head: ['Head of 1C Department', 'Руководитель отдела 1С'],
    stacks: [
      '1C|1C:Accounting|1C:Payroll and HR|1C:Trade Management|SQL|Microsoft SQL Server',
      '1C|1C:ERP|Business process modeling|Technical specifications|Microsoft SQL Server|XML',
      '1C|1C:Trade Management|Bitrix24|API integration|JSON|PostgreSQL',
    ],
    common:
      'SQL|PostgreSQL|Git|API integration|Technical documentation|Business analysis|Electronic document management|REST API|SOAP|Accounting|Jira|Debugging|Refactoring|Requirements management|Communication|Customer support|Diadoc|Windows Server',
    next: ['systemanalyst', 'project'],
    women: 0.15,
  },
  {
    ...software,
    id: 'game',
    weight: 1.2,
    sectors: ['it', 'media'],
    titles: [
      ['Game Developer', 'Разработчик игр'],
      ['Unity Developer', 'Unity-разработчик'],
      ['Gameplay Programmer', 'Программист игровой логики'],
    ],
    lead: ['Lead Game Developer', 'Ведущий разработчик игр'],
    head: ['Technical Director', 'Технический директор'],
    stacks: [
      'Unity|C#|Game development|Object-oriented programming|Design patterns|Blender',
      'Unreal Engine|C++|Game development|Shader programming|OpenGL|Perforce',
      'Godot|Game development|Python|Game design|Blender',
    ],
    common:
      'Git|3D modeling|Virtual reality|Augmented reality|Game design|Mobile development|Android|iOS|Agile|Jira|Algorithms|Animation|Multithreading|Refactoring|Code review|Linear algebra',
    next: ['backend', 'mobile'],
    women: 0.12,
  },
  {
    ...software,
    id: 'embedded',
    weight: 1.6,
    field: 'engineering',
    sectors: ['industry', 'industry', 'it', 'logistics'],
    titles: [
      ['Embedded Software Engineer', 'Программист микроконтроллеров'],
      ['Embedded Developer', 'Разработчик встраиваемых систем'],
      ['Electronics Engineer', 'Инженер-электроник'],
    ],
    lead: ['Lead Embedded Engineer', 'Руководитель группы встраиваемых систем'],
    head: ['Head of Hardware Development', 'Руководитель отдела разработки электроники'],
    stacks: [
      'C|Embedded systems|Microcontrollers|RTOS|C++|Electronics|Altium Designer',
      'FPGA|Verilog|VHDL|SystemVerilog|C|PCB design',
      'C++|Linux|Embedded systems|Qt|Python|IoT|Raspberry Pi',
    ],
    common:
      'Git|Python|Linux|PCB design|IoT|Arduino|Technical documentation|Debugging|MATLAB|Algorithms|TCP/IP|Bash|Assembly|Unit testing|LabVIEW|Physics|Simulink|Robotics',
    next: ['backend', 'automation'],
    women: 0.07,
  },
];

interface Written<Variable, File> {
  subject: string;
  body: string;
  custom_variables: Variable[];
  attachments: readonly File[];
}

/** The typed message with the template below its text. Typed subject and values win. */
export function withTemplate<Variable extends { name: string }, File extends { id: number }>(
  typed: Written<Variable, File>,
  template: Written<Variable, File>,
): Written<Variable, File> {
  const names = new Set(typed.custom_variables.map(({ name }) => name));
  const files = new Set(typed.attachments.map(({ id }) => id));
  return {
    subject: typed.subject.trim() === '' ? template.subject : typed.subject,
    body: typed.body + template.body,
    custom_variables: [...typed.custom_variables, ...template.custom_variables.filter(({ name }) => !names.has(name))],
    attachments: [...typed.attachments, ...template.attachments.filter(({ id }) => !files.has(id))],
  };
}

/*
 * One tree-sitter query for each grammar. A match with `@name` is a definition: `@function`, whose inside is its own
 * affair, `@container`, whose definitions are members, `@space`, whose definitions stand for themselves, or `@value`.
 * `@body` is where its signature ends; where there is none, the field `body` is. `@skip` is text in which no names
 * stand: comments, and what strings say. `@module` says that the file sees of others only what it imports: `@import`;
 * `@export` is a name that it gives to others.
 */

const SCRIPT = `
(function_declaration name: (identifier) @name) @function
(generator_function_declaration name: (identifier) @name) @function
(class_declaration name: (_) @name) @container
(class_body (method_definition name: (property_identifier) @name) @function)
(program (lexical_declaration (variable_declarator name: (identifier) @name value: (arrow_function body: (_) @body))) @function)
(program (export_statement (lexical_declaration (variable_declarator name: (identifier) @name value: (arrow_function body: (_) @body))) @function))
(program (lexical_declaration (variable_declarator name: (identifier) @name value: (_) @body)) @value)
(program (export_statement (lexical_declaration (variable_declarator name: (identifier) @name value: (_) @body)) @value))
(import_specifier name: (identifier) @import)
(import_clause (identifier) @import)
(export_specifier name: (identifier) @export)
[(import_statement) (export_statement)] @module
[(comment) (string_fragment) (regex) (jsx_text)] @skip
`

export const JAVASCRIPT: string = SCRIPT

export const TYPESCRIPT: string = `${SCRIPT}
(abstract_class_declaration name: (_) @name) @container
(interface_declaration name: (_) @name) @container
(enum_declaration name: (_) @name) @container
(internal_module name: (_) @name) @space
(type_alias_declaration name: (_) @name) @value
(function_signature name: (identifier) @name) @function
(method_signature name: (property_identifier) @name) @function
(abstract_method_signature name: (property_identifier) @name) @function
`

export const PYTHON: string = `
(function_definition name: (identifier) @name) @function
(class_definition name: (identifier) @name) @container
(module (expression_statement (assignment left: (identifier) @name right: (_) @body)) @value)
(import_from_statement name: (dotted_name (identifier) @import))
(import_from_statement name: (aliased_import name: (dotted_name (identifier) @import)))
[(import_statement) (import_from_statement)] @module
[(comment) (string_content)] @skip
`

export const GO: string = `
(function_declaration name: (identifier) @name) @function
(method_declaration name: (field_identifier) @name) @function
(source_file (type_declaration (type_spec name: (type_identifier) @name) @container))
(source_file (type_declaration (type_alias name: (type_identifier) @name) @value))
(source_file (const_declaration (const_spec name: (identifier) @name) @value))
(source_file (var_declaration (var_spec name: (identifier) @name) @value))
[(comment) (interpreted_string_literal) (raw_string_literal)] @skip
`

export const RUST: string = `
(function_item name: (identifier) @name) @function
(function_signature_item name: (identifier) @name) @function
(struct_item name: (type_identifier) @name) @container
(union_item name: (type_identifier) @name) @container
(enum_item name: (type_identifier) @name) @container
(trait_item name: (type_identifier) @name) @container
(impl_item type: [(type_identifier) @name (generic_type type: (type_identifier) @name)]) @container
(mod_item name: (identifier) @name body: (_)) @space
(type_item name: (type_identifier) @name) @value
(const_item name: (identifier) @name value: (_) @body) @value
(static_item name: (identifier) @name value: (_) @body) @value
(macro_definition name: (identifier) @name) @function
[(line_comment) (block_comment) (string_literal) (raw_string_literal)] @skip
`

export const JAVA: string = `
(class_declaration name: (identifier) @name) @container
(interface_declaration name: (identifier) @name) @container
(enum_declaration name: (identifier) @name) @container
(record_declaration name: (identifier) @name) @container
(annotation_type_declaration name: (identifier) @name) @container
(method_declaration name: (identifier) @name) @function
(constructor_declaration name: (identifier) @name) @function
[(line_comment) (block_comment) (string_literal)] @skip
`

export const CPP: string = `
(function_definition declarator: (function_declarator declarator: (_) @name)) @function
(function_definition declarator: (pointer_declarator declarator: (function_declarator declarator: (_) @name))) @function
(function_definition declarator: (reference_declarator (function_declarator declarator: (_) @name))) @function
(declaration declarator: (function_declarator declarator: (_) @name)) @function
(declaration declarator: (pointer_declarator declarator: (function_declarator declarator: (_) @name))) @function
(field_declaration declarator: (function_declarator declarator: (_) @name)) @function
(class_specifier name: (_) @name body: (_)) @container
(struct_specifier name: (_) @name body: (_)) @container
(union_specifier name: (_) @name body: (_)) @container
(enum_specifier name: (_) @name body: (_)) @container
(namespace_definition name: (_) @name) @space
(type_definition declarator: (type_identifier) @name) @value
(alias_declaration name: (type_identifier) @name) @value
(preproc_def name: (identifier) @name value: (_)) @value
(preproc_function_def name: (identifier) @name value: (_) @body) @value
[(comment) (string_literal) (raw_string_literal) (system_lib_string)] @skip
`

export const RUBY: string = `
(method name: (_) @name) @function
(singleton_method name: (_) @name) @function
(class name: (_) @name) @container
(module name: (_) @name) @space
(program (assignment left: (constant) @name right: (_) @body) @value)
[(comment) (string_content) (heredoc_content)] @skip
`

export const PHP: string = `
(function_definition name: (name) @name) @function
(method_declaration name: (name) @name) @function
(class_declaration name: (name) @name) @container
(interface_declaration name: (name) @name) @container
(trait_declaration name: (name) @name) @container
(enum_declaration name: (name) @name) @container
[(comment) (string_content) (text)] @skip
`

export const C_SHARP: string = `
(class_declaration name: (identifier) @name) @container
(interface_declaration name: (identifier) @name) @container
(struct_declaration name: (identifier) @name) @container
(record_declaration name: (identifier) @name) @container
(enum_declaration name: (identifier) @name) @container
(namespace_declaration name: (_) @name) @space
(delegate_declaration name: (identifier) @name) @value
(method_declaration name: (identifier) @name) @function
(constructor_declaration name: (identifier) @name) @function
(property_declaration name: (identifier) @name accessors: (_) @body) @value
[(comment) (string_literal) (verbatim_string_literal) (raw_string_literal) (string_content)] @skip
`

export const BASH: string = `
(function_definition name: (word) @name) @function
[(comment) (raw_string) (string_content)] @skip
`

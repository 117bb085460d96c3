"""The text of the hidden test of `trained_gpt`, in the same manner. No student gets this module."""

TEXT = """\
Comparing sequences
*******************

Two lists, or two tuples, are equal if they have the same length and
if each pair of items at the same place is equal.  A list is never
equal to a tuple, even if both hold the same objects:

   >>> [1, 2] == (1, 2)
   False
   >>> [1, 2] == [1.0, 2.0]
   True

For the order, the first items that differ decide.  If there are no
such items, the shorter sequence is the smaller one.  If the two items
cannot be ordered, a "TypeError" is raised.

How long an object lives
************************

An object is never destroyed by a statement of the program.  The "del"
statement removes a name, not the object that the name refers to.  The
implementation may destroy an object as soon as nothing refers to it
any longer, but it does not have to.  In particular, an object that is
part of a cycle of references may live until the end of the program.

Programs should therefore not depend on the moment at which a file is
closed by this mechanism.  Use the "with" statement, or call the
method "close()" in a "finally" clause.

Writing numbers with a unit
***************************

A literal such as "5" or "2.50" is only a number.  To write a number
together with its unit, use the format specification that is described
here.  It has the general form:

   unit_spec ::= [sign] [width] ["." precision] unit
   sign      ::= "+" | "-" | " "
   unit      ::= "m" | "s" | "kg"

The meaning of the options is the same as for floating-point numbers.
If the width is missing, the field is just as wide as its content.  A
precision is not allowed for integers, and a "ValueError" is raised if
it is given.

str.shorten(width, ending="...")

   Return a copy of the string that has at most *width* characters.
   If the string is longer, it is cut, and the *ending* takes the place
   of its last characters.  The original string is returned if it is
   short enough.

      >>> "a long sentence".shorten(9)
      'a long...'
      >>> "short".shorten(9)
      'short'

   If *width* is smaller than the length of the ending, a "ValueError"
   is raised.

Importing a module twice
************************

A module is executed only once, the first time that it is imported.
The import system keeps it in a dictionary, and every later import
gives the same object, without a search for the file.  So a change to
the source of a module has no effect on a program that is running.

If an error is raised while the module is executed, its entry is
removed again from the dictionary.  The next import then starts from
the beginning.  Modules that were imported by the failed module stay
in the dictionary, as they were loaded without an error.

The ledger commands of the debugger
***********************************

ledger [name]

   Without an argument, list the values that were recorded since the
   last stop, the newest one first.  With the name of a variable, only
   its own values are listed.

record expression

   Evaluate the expression at each stop, and keep the value.  The
   command has no effect on the program, as long as the expression
   does not change any object.  To see the values, use the command
   "ledger".

forget [number]

   Delete the entry with this number, or all entries if there is none.

Strings that span several lines
*******************************

A string in triple quotes may contain line breaks, which are kept as
they are.  A backslash at the end of a line removes the break.  Quotes
of the other kind need no escape inside of such a string.

Two strings that stand side by side are joined when the source is
compiled, so that a long text can be written in several parts:

   message = ("The file could not be read, because "
              "its encoding is unknown.")

Note that a missing comma in a list of strings has the same effect,
and that no error is reported.

Truth of an object
******************

Any object can be used as a condition.  By default, an object is true.
It is false if its class defines a method "__bool__()" that returns
"False", or, when there is no such method, a method "__len__()" that
returns zero.  Among the built-in objects, these are false:

* the constants "None" and "False"

* zero of any numeric type: "0", "0.0", "0j"

* empty sequences and collections: "''", "()", "[]", "{}", "set()"

An operation that has a Boolean result always returns "False" or
"True", unless it is stated otherwise.

Exceptions with notes
*********************

When an exception passes through a program, each part of the program
may add a note to it.  The notes are shown below the message, in the
order in which they were added:

   try:
       read(line)
   except ValueError as error:
       error.add_note(f"This is line {number}.")
       raise

A note must be a string; if it is not, a "TypeError" is raised.  Notes
are meant for people.  A program that has to know more about an error
should define a class of its own, with attributes.

Added in version 3.11.

Waiting for several tasks
*************************

The statement "async with" may be used to wait until all tasks of a
group have ended.  When one of the tasks fails with an exception, the
others are cancelled, and no new tasks can be added to the group.  At
the end of the block, the exceptions are combined into a group of
exceptions, which is then raised.

A task that was cancelled by the program itself does not count as an
error.  If the block raises an exception of its own, the tasks are
cancelled in the same way.

The "keep" modifier
*******************

   keep_stmt ::= "keep" identifier ("," identifier)*

The "keep" modifier causes the listed identifiers to retain the values
that they had at the end of the previous call of the function.  It
must precede all other statements of the body, except the docstring.
At the first call, the names are unbound.

Names listed in a "keep" modifier must not be parameters, nor must
they be listed in a "global" or "nonlocal" statement of the same
block.  The values belong to the function object, so that two
functions made by the same definition do not share them.

object.__missing_item__(self, index)

   Called by the method "__getitem__()" of a sequence when the *index*
   is out of range.  The value that is returned takes the place of the
   missing item.  If the method is not defined, an "IndexError" is
   raised, as usual.

   This method is not called for negative indices, for slices, or by
   the functions that iterate over the sequence.  Therefore a loop
   still ends after the last item.

   Note: Do not change the length of the sequence in this method.

Functions as arguments
**********************

A function is an object like any other.  It can be stored in a list,
passed as an argument, and returned by another function.  The method
"sort()" of a list, for example, accepts a function that is applied to
each item before the items are compared:

   words.sort(key=len)
   words.sort(key=lambda word: word.lower())

Two lambda expressions are never equal, even if their source is the
same.  A function keeps a reference to the global names of the module
in which it was defined, and not to those of its caller.
"""

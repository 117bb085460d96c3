"""The text of the visible test of `trained_gpt`: in the manner of Python's reference."""

TEXT = """\
The "leave" statement
*********************

   leave_stmt ::= "leave" [expression]

The "leave" statement ends the innermost block that has a name.  If an
expression is given, it is evaluated first, and its value becomes the
value of the block; otherwise the value is "None".

When a "leave" statement stands inside of a "try" statement that has a
"finally" clause, this clause is executed before the block is really
left.  It is a "SyntaxError" to use "leave" outside of a block, or in
the body of a function that is defined inside of the block.

Names in a class body
*********************

The body of a class is executed in a new namespace.  The names that
are bound there become attributes of the class, but they are not seen
by the functions that the body defines.  A method must use the name of
the class, or an argument such as "self", to find them:

   class Circle:
       sides = 0

       def describe(self):
           return f"{self.sides} sides"

If "sides" were written alone in the method, Python would look for a
global name and raise "NameError" if there is none.

object.__distance__(self, other)

   Called to implement the built-in function "distance()".  The method
   should return a number that is not negative, or "NotImplemented" if
   it does not know the type of the other operand.

   If the left operand does not define this method, or if it returns
   "NotImplemented", the method of the right operand is tried, with
   the arguments swapped.  When neither of them gives a value, a
   "TypeError" is raised.

   Note: The result is not cached.  If it takes long to compute, the
     class should keep it in an attribute of its own.

   Added in version 3.9.

A loop with an "else" clause
****************************

The body of the "else" clause of a loop is executed when the loop ends
because there are no more items, or because its condition is false.
It is skipped when the loop is left by a "break" statement.  This is
useful for a search:

   for name in names:
       if name.startswith("x"):
           break
   else:
       print("no such name")

Without the "else" clause, the program would need a variable that feedback
whether something was found.

Default values of parameters
****************************

The default value of a parameter is evaluated once, when the function
definition is executed, and not each time the function is called.  If
the value is a mutable object, such as a list or a dictionary, and the
function changes it, all later calls see the changed object.  This is
rarely what was intended.  A common way around this is to use "None"
and to make the object inside of the function:

   def collect(item, into=None):
       if into is None:
           into = []
       into.append(item)
       return into

Order of evaluation
*******************

Operands are evaluated from the left to the right.  In the following
lines, the names show the order in which their values are needed:

   first + second * third
   first(second, *third, **fourth)
   {first: second, third: fourth}
   fourth = first, second, third

In an assignment, the right-hand side is evaluated before the target
on the left-hand side.  The operators "and" and "or" are different
from all others, since their second operand may not be evaluated at
all.

Attributes that are computed
****************************

A class can compute the value of an attribute at the moment when it is
read.  The usual way is the decorator "property()".  The function has
no arguments except the instance:

   class Square:
       def __init__(self, side):
           self.side = side

       @property
       def area(self):
           return self.side ** 2

The attribute "area" cannot be assigned to, unless a setter is defined
as well.  An attempt to do so raises "AttributeError".

The value of a generator
************************

A generator that ends by a "return" statement with an expression gives
its value to the caller by the exception "StopIteration".  A "for"
loop ignores this value.  To use it, write "yield from":

   def average():
       total = yield from numbers()
       return total / 2

The value of the expression "yield from" is what the inner generator
has returned.  If the inner generator raises another exception, it is
raised at this place, and the outer generator may catch it.

Changed in version 3.7: A "StopIteration" that is raised in the body
of a generator is replaced by a "RuntimeError".

set.partition(function)

   Divide the elements into two sets and return both as a tuple.  The
   first set has the elements for which the *function* returns a true
   value, the second set has all others.  The original set does not
   change.

   The function is called once for each element, in an order that is
   not defined.  If it raises an exception, no set is made, and the
   exception is passed on to the caller.

   See also: The function "filter()" does the same for any iterable,
     but gives only the first part.

Matching a mapping
******************

A mapping pattern contains one or more pairs of a key and a pattern.
The pattern succeeds if the subject is a mapping, if it has each of
the keys, and if the value of each key matches the pattern beside it.
Other keys of the subject are ignored.  To collect them, write a name
after two asterisks:

   match request:
       case {"action": "move", "to": place}:
           move(place)
       case {"action": other, **rest}:
           print("unknown:", other)

A key that occurs twice in the same pattern is a "SyntaxError".

Integers of any size
********************

Integers have no largest value; the only limit is the memory of the
machine.  In a literal, underscores may be used to group the digits.
They are ignored when the value is determined:

   10_000_000
   0x_ff_ff
   0b1010_0110

The conversion of a very long integer to a string of decimal digits
takes a time that grows faster than its length.  For this reason there
is a limit on the number of digits, which can be changed by a function
of the module "sys".

Copies of a list
****************

An assignment does not copy an object; it binds a name to it.  After
the following lines, both names refer to the same list:

   a = [1, 2, 3]
   b = a
   b.append(4)

A slice such as "a[:]" makes a new list, and so does the method
"copy()".  The items themselves are not copied.  If an item is a list,
too, a change to it is visible in both lists.  The function
"deepcopy()" of the module "copy" also copies the items.

Comments and encodings
**********************

A comment starts with a hash character that is not part of a string,
and ends at the end of the line.  Comments are ignored by the syntax,
with one exception: if a comment in the first or second line of a file
names an encoding, the file is read with this encoding.

   # -*- coding: latin-1 -*-

If there is no such comment, the default encoding is UTF-8.  If the
bytes of the file are not valid in the encoding that was declared, the
file is not executed, and a "SyntaxError" is raised.
"""

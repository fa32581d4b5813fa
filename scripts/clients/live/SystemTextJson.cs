// The signatures of System.Text.Json for a compiler without it (mcs). Compiled, never run.
namespace System.Text.Json
{
    public struct JsonElement { }
    public class JsonException : Exception { }
    public sealed class JsonSerializerOptions
    {
        public Serialization.JsonIgnoreCondition DefaultIgnoreCondition { get; set; }
    }
    public static class JsonSerializer
    {
        public static T Deserialize<T>(string json, JsonSerializerOptions options) { throw new NotSupportedException(); }
        public static string Serialize(object value, Type type, JsonSerializerOptions options) { throw new NotSupportedException(); }
    }
}

namespace System.Text.Json.Serialization
{
    public enum JsonIgnoreCondition { Never, Always, WhenWritingDefault, WhenWritingNull }
    [AttributeUsage(AttributeTargets.Property)]
    public sealed class JsonPropertyNameAttribute : Attribute
    {
        public JsonPropertyNameAttribute(string name) { Name = name; }
        public string Name { get; private set; }
    }
    [AttributeUsage(AttributeTargets.Property)]
    public sealed class JsonExtensionDataAttribute : Attribute { }
}
